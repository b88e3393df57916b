import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readMoney } from './money.ts';

const amountOf = (text: string, options: Parameters<typeof readMoney>[1] = {}) => {
  const read = readMoney(text, options);
  return 'problem' in read ? read.problem : `${read.amount} ${read.currency}`;
};

describe('money as people write it', () => {
  it.each([
    ['$180B', '180000000000 USD'],
    ['$36.9 Million', '36900000 USD'],
    ['€3M', '3000000 EUR'],
    ['€ 3,5 Mio.', '3500000 EUR'],
    ['₹13,00,000', '1300000 INR'],
    ['INR 2.5 crore', '25000000 INR'],
    ['£1.2bn', '1200000000 GBP'],
    ['USD 5m', '5000000 USD'],
    ['5m USD', '5000000 USD'],
    ['US$5m', '5000000 USD'],
    ['C$1,200,000.50', '1200000.5 CAD'],
    ['$5 CAD', '5 CAD'],
    ['CHF 1’200’000'.replaceAll('’', "'"), '1200000 CHF'],
    ['1 200 000 EUR', '1200000 EUR'],
    ['1.200.000 €', '1200000 EUR'],
    ['1.200,75 €', '1200.75 EUR'],
    ['3M€', '3000000 EUR'],
    ['5M$', '5000000 USD'],
    ['$1234.567', '1234.567 USD'],
    ['$0.125', '0.125 USD'],
    ['($4.5m)', '-4500000 USD'],
    ['-$4.5m', '-4500000 USD'],
    ['$-4.5m', '-4500000 USD'],
    ['\u2212$4.5m', '-4500000 USD'],
    ['$2.5T', '2500000000000 USD'],
    ['12 million dollars', '12000000 USD'],
    ['Rs. 5 crore', 'may be in INR or PKR or LKR or NPR or MUR ("Rs. 5 crore"); add currency to the rule'],
    ['5 Mio. EUR', '5000000 EUR'],
  ])('reads %s', (text, expected) => {
    expect(amountOf(text)).toBe(expected);
  });

  it.each([
    ['$1.234', /^may be 1234 or 1\.234 .*; add number: /],
    ['$1,234B', /^may be 1234 or 1\.234 /],
    ['$3-5M', /^must be one exact amount/],
    ['$3M to $5M', /^must be one exact amount/],
    ['~$3M', /^must be /],
    ['$10M+', /^must be /],
    ['36.9 Million', /^has no currency/],
    ['¥5m', /^may be in JPY or CNY/],
    ['5m kr', /^may be in SEK or NOK/],
    ['€5 USD', /^has two currencies/],
    ['$1,23,4', /^must be an amount/],
    ['$12 gazillion', /^must be an amount/],
    ['5 T€', /^may be in thousands or trillions/],
    ['undisclosed', /^must be an amount/],
    ['12%', /^must be an amount/],
    ['', /^must be an amount/],
    ['(-$5)', /^must be /],
    ['$5m m', /^must be an amount/],
  ])('does not guess what %s means', (text, problem) => {
    expect(amountOf(text)).toMatch(problem);
  });

  it.each([
    ...[
      '$.5M',
      '.5',
      '-.5M',
      '($.5m)',
      '$ .5M',
      'USD .5m',
      '€,5M',
      '$5.',
      '5.M',
      '$5. M',
      '5.,',
      '.5.',
      '€5.-',
    ],
    ...['$,5', '5, Mio.'],
  ])('rejects %s, whose number begins or ends with a point', (text) => {
    for (const form of [undefined, '1234.56', '1,234.56', '1.234,56', '1 234,56'] as const) {
      expect(amountOf(text, { form, currency: 'USD', scale: '1000' })).toMatch(
        /^has a number that begins or ends with a point, .*; write 0\.5 or 5$/,
      );
    }
  });

  it('rejects a point between a currency code and a number, which may be a decimal one', () => {
    expect(amountOf('USD.5')).toMatch(/^must be an amount of money/);
    expect(amountOf('Rs.500', { currency: 'INR' })).toBe('500 INR');
  });

  it('reads a number in the notation of the rule', () => {
    expect(amountOf('$1,234', { form: '1,234.56' })).toBe('1234 USD');
    expect(amountOf('€1.234', { form: '1.234,56' })).toBe('1234 EUR');
    expect(amountOf('₹13,00,000', { form: '1,234.56' })).toBe('1300000 INR');
    expect(amountOf('€1.234,5 Mio', { form: '1.234,56' })).toBe('1234500000 EUR');
    expect(amountOf('$3,5M', { form: '1,234.56' })).toMatch(
      /^must be an amount with a number such as 1,234\.56/,
    );
  });

  it('uses the stated currency for amounts and signs that leave it open', () => {
    expect(amountOf('5m', { currency: 'EUR' })).toBe('5000000 EUR');
    expect(amountOf('$5m', { currency: 'CAD' })).toBe('5000000 CAD');
    expect(amountOf('¥5m', { currency: 'CNY' })).toBe('5000000 CNY');
    expect(amountOf('$5m', { currency: 'EUR' })).toBe('5000000 USD');
  });

  it('scales only amounts without a unit of their own', () => {
    expect(amountOf('1.25', { currency: 'USD', scale: '1000000' })).toBe('1250000 USD');
    expect(amountOf('$3M', { scale: '1000000' })).toBe('3000000 USD');
  });

  it('reads every amount that it could have written, exactly', () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 17n });
    const unit = fc.constantFrom(['', 0], ['k', 3], ['M', 6], [' million', 6], ['bn', 9]);
    fc.assert(
      fc.property(cents, unit, (amount, [word, power]) => {
        const [whole, fraction] = [amount / 100n, String(amount % 100n).padStart(2, '0')];
        const written = `$${whole.toLocaleString('en-US')}.${fraction}${word}`;
        const exact = amount * 10n ** BigInt(power);
        const [units, rest] = [
          exact / 100n,
          String(exact % 100n)
            .padStart(2, '0')
            .replace(/0+$/, ''),
        ];
        expect(amountOf(written)).toBe(`${units}${rest && `.${rest}`} USD`);
      }),
    );
  });
});
