import { describe, expect, it } from '@jest/globals';
import { isWebAddress, parseAddress } from './address.ts';

describe('a URL', () => {
  it('is parsed, or undefined for other texts', () => {
    expect(parseAddress('https://acme.com:8443/a?b#c')).toMatchObject({
      host: 'acme.com:8443',
      search: '?b',
    });
    expect(['acme.com', '/a', 'https://', 'http://a b/', ''].map(parseAddress)).toEqual(
      Array(5).fill(undefined),
    );
  });

  it('is a web URL only with http or https', () => {
    expect(['http://a.io', 'HTTPS://a.io/é', 'https://a.io/x y'].map(isWebAddress)).toEqual([
      true,
      true,
      true,
    ]);
    expect(['ftp://a.io', 'mailto:a@a.io', 'https:a.io', 'https://a b', 'a.io'].map(isWebAddress)).toEqual(
      Array(5).fill(false),
    );
  });

  it('is still accepted after tens of thousands of calls', () => {
    // `URL.canParse` fails for texts from JSON, as rows are.
    const addresses = Array.from(
      { length: 50_000 },
      (_, i) => JSON.parse(`"https://caf\u00e9.io/${i}"`) as string,
    );
    expect(addresses.filter((address) => !isWebAddress(address))).toEqual([]);
  });
});
