import { describe, expect, it } from '@jest/globals';
import { booleanInput, domainInput, domainOfUrl, idInput, listInput, slugInput } from './scalars.ts';

describe('input schemas', () => {
  it.each([
    ['Stripe.COM', 'stripe.com'],
    ['stripe.com.', 'stripe.com'],
    ['bücher.de', 'xn--bcher-kva.de'],
    ['a.b.co.uk', 'a.b.co.uk'],
  ])('normalize the domain %s to %s', (text, folded) => expect(domainInput.parse(text)).toBe(folded));

  it.each([
    ['https://stripe.com/jobs', 'stripe.com'],
    ['stripe.com/jobs', 'stripe.com'],
    ['stripe.com:443', 'stripe.com'],
    ['http://user@stripe.com', 'stripe.com'],
    ['stripe .com', 'stripe.com'],
    ['https://www.stripe.com/jobs', 'stripe.com'],
    ['bücher.de/jobs', 'xn--bcher-kva.de'],
    ['bücher.de:443', 'xn--bcher-kva.de'],
    ['user@bücher.de', 'xn--bcher-kva.de'],
    ['bücher.de?a', 'xn--bcher-kva.de'],
  ])('reject the domain %s and suggest the bare domain', (text, bare) => {
    expect(domainInput.safeParse(text).error?.issues[0]?.message).toContain(`: ${bare}`);
  });

  it.each(['stripe', ' Stripe ', 'localhost', 'bücher'])(
    'reject the domain %j because its ending is missing',
    (text) => {
      const message = 'must be a whole domain, such as stripe.com: its ending is missing';
      expect(domainInput.safeParse(text).error?.issues[0]?.message).toBe(message);
    },
  );

  it.each(['', 'stripe', '-a-.com', 'a..com', '10.0.0.1', `${'a'.repeat(64)}.com`, '<b>.com'])(
    'reject the domain %j',
    (text) => {
      expect(domainInput.safeParse(text).success).toBe(false);
    },
  );

  it('accept an id as a number or text, up to 2147483647', () => {
    expect([idInput.parse(7), idInput.parse('7'), idInput.parse(' 7 ')]).toEqual([7, 7, 7]);
    for (const bad of ['7.5', 'x', '', 0, -1, 2 ** 31, '2147483648', 1.5, null, true, '1e3']) {
      expect([bad, idInput.safeParse(bad).success]).toEqual([bad, false]);
    }
  });

  it('accept booleans as true, false, 1 and 0, in any case', () => {
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
    expect(booleanInput.safeParse('yes').error?.issues[0]?.message).toBe('must be true, false, 1 or 0');
    expect(idInput.safeParse('x').error?.issues[0]?.message).toBe(
      'must be a whole number from 1 to 2147483647',
    );
  });

  it('accept slugs in any script and reject other texts', () => {
    expect([slugInput.parse('Series-B'), slugInput.parse('字节跳动')]).toEqual(['series-b', '字节跳动']);
    for (const bad of ['', '-a', 'a--b', 'a b', 'a/b', '../a', 'a_b'])
      expect(slugInput.safeParse(bad).success).toBe(false);
  });

  it('extract the domain from a URL', () => {
    expect(domainOfUrl('https://www.Stripe.com/jobs?x')).toBe('www.stripe.com');
    expect(domainOfUrl('mailto:someone')).toBeUndefined();
    expect(domainOfUrl('no address')).toBeUndefined();
  });

  it('accept a list as an array or comma-separated text, without blanks, empty values and duplicates', () => {
    const domains = listInput(domainInput, 3);
    expect(domains.parse(' A.com, b.com ,,a.com')).toEqual(['a.com', 'b.com']);
    expect(domains.parse(['A.com', ' b.com', '', 'a.com'])).toEqual(['a.com', 'b.com']);
    const ids = listInput(idInput, 3);
    expect([ids.parse('3,1,3'), ids.parse([3, '1']), ids.parse(3)]).toEqual([[3, 1], [3, 1], [3]]);
  });

  it('reject an empty or overlong list, and name an invalid item', () => {
    const ids = listInput(idInput, 3);
    const problem = (given: unknown) => {
      const issue = ids.safeParse(given).error?.issues[0];
      return [issue?.path.join('.'), issue?.message];
    };
    expect(problem('1,2,3,3')).toEqual([undefined, undefined]);
    expect(problem('1,2,3,4')).toEqual(['', 'must name at most 3 values']);
    expect(problem(' , ')).toEqual(['', 'must name at least one value']);
    expect(problem([])).toEqual(['', 'must name at least one value']);
    expect(problem([1, 'x'])[0]).toBe('1');
    for (const bad of [null, true, {}, [null], [[1]]]) expect(ids.safeParse(bad).success).toBe(false);
  });
});
