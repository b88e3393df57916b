import { describe, expect, it } from '@jest/globals';
import { amountRule, unitsOf } from './shapes.ts';

describe('the currency in the name of a column', () => {
  it.each([
    ['Revenue ($M)', 'USD'],
    ['Revenue (US$ millions)', 'USD'],
    ['raised_amount_usd', 'USD'],
    ['Revenue (EUR, million)', 'EUR'],
    ['Revenue in €', 'EUR'],
    ['Revenue (R$M)', 'BRL'],
    ['Revenue (A$ m)', 'AUD'],
    ['Revenue (HK$)', 'HKD'],
    ['Revenue (zł)', 'PLN'],
    ['raised_pln', 'PLN'],
    ['Umsatz CHF', 'CHF'],
    ['Revenue (TRY)', 'TRY'],
    ['Revenue in US dollars', 'USD'],
    ['Revenue (¥bn)', 'XXX'],
    ['Revenue (kr)', 'XXX'],
    ['Top revenue of all', undefined],
    ['REVENUE TOP', undefined],
    ['Revenue', undefined],
  ])('reads %s as %s', (name, currency) => {
    expect(unitsOf(name).currency).toBe(currency);
  });

  it('drafts no rule in US dollars for a column in another currency', () => {
    for (const name of ['Revenue (¥bn)', 'Revenue (R$M)', 'Revenue (kr)', 'revenue_pln']) {
      expect(amountRule({ name, values: ['700'] }, false)).toBeUndefined();
    }
    expect(amountRule({ name: 'Raised (¥m)', values: ['700'] }, true)).toEqual({
      rule: { column: 'Raised (¥m)', money: true, scale: 1e6 },
      ask: 'its currency: add currency to the rule',
    });
  });
});

it.each([
  ['Revenue (USD mn)', '1e6'],
  ['Umsatz in EUR mln', '1e6'],
  ['Funding ($M)', '1e6'],
  ['Revenue (USD k)', '1e3'],
  ['Number of EUR members', undefined],
])('the name of the column %s states the scale %s', (name, scale) => {
  expect(unitsOf(name).scale).toBe(scale);
});

it.each([
  [['1,200', '2,500'], '1,234.56', '1,200 is read as 1200: right?'],
  [['1,200', '36'], '1,234.56', '1,200 is read as 1200: right?'],
  [['1.200', '2.500'], '1.234,56', '1.200 is read as 1200: right?'],
  [['1,200', '36.9'], '1,234.56', undefined],
  [['1.200', '36,9'], '1.234,56', undefined],
  [['1,5', '36,25'], '1.234,56', undefined],
  [['0,125', '2,500'], '1.234,56', '0,125 is read as 0.125: right?'],
  [['1,200,000', '36'], '1,234.56', undefined],
])('drafts the notation of %j as %s', (values, number, ask) => {
  const drafted = amountRule({ name: 'Revenue ($M)', values }, false);
  expect(drafted).toMatchObject({ rule: { number }, ...(ask !== undefined && { ask }) });
  expect(drafted?.ask).toBe(ask);
});
