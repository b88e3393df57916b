import { describe, expect, it } from '@jest/globals';
import { booleanInput, domainInput, domainOfUrl, idInput, slugInput } from './scalars.ts';

describe('what callers may send', () => {
  it.each([
    ['Stripe.COM', 'stripe.com'],
    ['stripe.com.', 'stripe.com'],
    ['bücher.de', 'xn--bcher-kva.de'],
    ['a.b.co.uk', 'a.b.co.uk'],
  ])('folds the domain %s to %s', (text, folded) => expect(domainInput.parse(text)).toBe(folded));

  it.each([
    ['https://stripe.com/jobs', 'stripe.com'],
    ['stripe.com/jobs', 'stripe.com'],
    ['stripe.com:443', 'stripe.com'],
    ['http://user@stripe.com', 'stripe.com'],
    ['stripe .com', 'stripe.com'],
  ])('refuses %s and shows the bare form', (text, bare) => {
    expect(domainInput.safeParse(text).error?.issues[0]?.message).toContain(`: ${bare}`);
  });

  it.each(['', 'stripe', '-a-.com', 'a..com', '10.0.0.1', `${'a'.repeat(64)}.com`, '<b>.com'])(
    'refuses %j',
    (text) => {
      expect(domainInput.safeParse(text).success).toBe(false);
    },
  );

  it('reads an id from a number or its text, within what the databases hold', () => {
    expect([idInput.parse(7), idInput.parse('7'), idInput.parse(' 7 ')]).toEqual([7, 7, 7]);
    for (const bad of ['7.5', 'x', '', 0, -1, 2 ** 31, '2147483648', 1.5, null, true, '1e3']) {
      expect([bad, idInput.safeParse(bad).success]).toEqual([bad, false]);
    }
  });

  it('reads booleans as true, false, 1 and 0, any case', () => {
    expect([true, 'TRUE', '1', 1].map((value) => booleanInput.parse(value))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([false, 'False', '0', 0].map((value) => booleanInput.parse(value))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(booleanInput.safeParse('yes').success).toBe(false);
  });

  it('reads slugs in any script, and nothing else', () => {
    expect([slugInput.parse('Series-B'), slugInput.parse('字节跳动')]).toEqual(['series-b', '字节跳动']);
    for (const bad of ['', '-a', 'a--b', 'a b', 'a/b', '../a', 'a_b'])
      expect(slugInput.safeParse(bad).success).toBe(false);
  });

  it('finds the domain inside an address', () => {
    expect(domainOfUrl('https://www.Stripe.com/jobs?x')).toBe('www.stripe.com');
    expect(domainOfUrl('mailto:someone')).toBeUndefined();
    expect(domainOfUrl('no address')).toBeUndefined();
  });
});
