import { expect, it } from '@jest/globals';
import { isPrivateAddress, isPublicAddress } from './public-address.ts';

it('addresses of private networks are recognized in every form', () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '::1',
    '::ffff:10.0.0.1',
    'fd00::1',
    '::ffff:a00:1',
    '0.0.0.0',
    '64:ff9b::1:7f00:1',
    'fec0::1',
    '100::1',
    '2002:7f00:1::',
  ])
    expect([address, isPrivateAddress(address)]).toEqual([address, true]);
  for (const address of ['93.184.216.34', '2606:4700::1111', '::ffff:5db8:d822'])
    expect([address, isPrivateAddress(address)]).toEqual([address, false]);
});

it('a link is public if it has no user and its host may be on the internet', () => {
  for (const [address, isPublic] of [
    ['https://www.sec.gov/a.htm', true],
    ['https://internal.example/a', true],
    ['http://8.8.8.8/a', true],
    ['https://user@www.sec.gov/', false],
    ['https://:pw@www.sec.gov/', false],
    ['http://2130706433/', false],
    ['http://0x7f.1/', false],
    ['http://[::ffff:192.168.0.1]/', false],
    ['http://localhost:8080/', false],
    ['http://wiki/', false],
    ['http://printer.local./', false],
  ] as const)
    expect([address, isPublicAddress(address)]).toEqual([address, isPublic]);
});
