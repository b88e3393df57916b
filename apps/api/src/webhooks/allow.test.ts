import { describe, expect, it } from '@jest/globals';
import type { LookupAddress } from 'node:dns';
import { addressProblem, mayReach, parseWebhookAllow } from './allow.ts';
import { openPoster } from './poster.ts';

const none = parseWebhookAllow('')!;
const inside = parseWebhookAllow('receiver.internal, 10.0.0.0/8, fd00::/8, 0.0.0.0/0, ::/0')!;

/** Forms of this machine, its neighbours, private networks, metadata services, and what is not unicast. */
const HOSTILE = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '198.18.0.1',
  '192.0.2.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::1',
  '2001:db8::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '100::1',
  '3fff::1',
  '5f00::1',
];

const message = (url: string) => ({
  id: 'msg_1',
  url,
  secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  at: new Date(),
  body: '{}',
});
const post = async (url: string, resolve?: Parameters<typeof openPoster>[1]) => {
  const poster = openPoster(none, { timeoutMs: 60_000, ...resolve });
  try {
    return await poster.post(message(url));
  } finally {
    await poster.close();
  }
};
const BLOCKED = 'The service does not send to this address.';
const found = (address: string): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 });

describe('the addresses of webhooks', () => {
  it.each(HOSTILE)('do not include %s, as an address or as an answer of DNS', async (address) => {
    const host = address.includes(':') ? `[${address}]` : address;
    expect(addressProblem(none, `https://${host}/`)).toBe('must be an address that is public');
    expect((await post(`https://${host}/`)).problem).toBe(BLOCKED);
    const answers = [found('93.184.215.14'), found(address)];
    const outcome = await post('https://receiver.example/', {
      resolve: (_host, _options, done) => done(null, answers),
    });
    expect(outcome).toEqual({ isDelivered: false, status: null, problem: BLOCKED });
  });

  it.each([
    'http://0x7f.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://localhost/',
    'https://db/',
  ])('do not include %s', (url) => expect(addressProblem(none, url)).toMatch(/^must be/));

  it.each(['http://example.com/', 'https://user:secret@example.com/', 'ftp://example.com/', 'example.com'])(
    'are https without a password, unlike %s',
    (url) => expect(addressProblem(none, url)).toBeDefined(),
  );

  it('are checked with each message, so that a name that changes its address is refused', async () => {
    const answers = ['203.0.113.9', '10.0.0.1', '127.0.0.1'];
    let asked = 0;
    const resolve: NonNullable<Parameters<typeof openPoster>[1]>['resolve'] = (_host, _options, done) =>
      done(null, [found(answers[asked++]!)]);
    const poster = openPoster(none, { resolve, timeoutMs: 60_000 });
    for (const _ of answers)
      expect((await poster.post(message('https://receiver.example/'))).problem).toBe(BLOCKED);
    expect(asked).toBe(answers.length);
    await poster.close();
  });

  it('are checked again in each try, so that an address that was public and becomes private is refused', async () => {
    // The first is of a range that nobody has.
    const answers = ['2e00::1', '10.0.0.1'];
    const checked: string[] = [];
    // Where a network drops what it cannot deliver, nothing but this ends the first try soon.
    const first = new AbortController();
    const resolve: NonNullable<Parameters<typeof openPoster>[1]>['resolve'] = (_host, _options, done) => {
      checked.push(answers[checked.length]!);
      done(null, [found(checked.at(-1)!)]);
      setTimeout(() => first.abort(new DOMException('Late', 'TimeoutError')), 500).unref();
    };
    const poster = openPoster(none, { resolve, timeoutMs: 20_000 });
    const send = async (stopping?: AbortSignal) =>
      (await poster.post(message('https://receiver.example/'), stopping)).problem;
    const problems = [await send(first.signal), await send()];
    await poster.close();
    expect(['The receiver could not be reached.', 'The receiver did not respond in time.']).toContain(
      problems[0],
    );
    expect([problems[1], checked]).toEqual([BLOCKED, answers]);
  });

  it('include those of WEBHOOK_ALLOW: networks without this machine and metadata, and hosts by name', () => {
    expect(mayReach(inside, 'receiver.internal', '127.0.0.1')).toBe(true);
    expect(mayReach(inside, 'other.internal', '10.1.2.3')).toBe(true);
    expect(mayReach(inside, 'other.internal', 'fd00::7')).toBe(true);
    for (const address of [
      '127.0.0.1',
      '::1',
      '169.254.169.254',
      'fd00:ec2::254',
      '100.100.100.200',
      '0.0.0.0',
    ])
      expect([address, mayReach(inside, 'other.internal', address)]).toEqual([address, false]);
    expect(addressProblem(inside, 'http://receiver.internal:8080/')).toBeUndefined();
    expect(parseWebhookAllow('10.0.0.0/99')).toBeUndefined();
    expect(parseWebhookAllow('https://receiver.internal')).toBeUndefined();
    // A host covers all of its ports.
    expect(parseWebhookAllow('receiver.internal:8080')).toBeUndefined();
    expect(parseWebhookAllow('::1')!.hosts).toEqual(new Set(['::1']));
  });

  it('include public ones', () => {
    for (const address of ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])
      expect(mayReach(none, 'example.com', address)).toBe(true);
  });
});
