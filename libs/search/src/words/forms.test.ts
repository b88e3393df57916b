import { describe, expect, it } from '@jest/globals';
import { readForms } from './forms.ts';

describe('the filings that a query asks for', () => {
  it.each([
    ['latest acme 10-K', ['10k'], []],
    ['acme 10-Q Q2 2022', ['10q'], ['2022']],
    ['acme FY2023 10-K', ['10k'], ['2023']],
    ['acme 3Q24 10-Q', ['10q'], ['2024']],
    ['acme FY98 10-K', ['10k'], ['1998']],
    ['acme 10K fiscal year 2021', ['10k'], ['2021']],
    ['Acme 8-K January 2023', ['8k'], ['2023 01', '2023']],
    ['Acme 8-Ks of 5 March 2023', ['8k'], ['2023 03 05', '2023 03', '2023']],
    ['Acme 8-K Sept. 3rd, 2023', ['8k'], ['2023 09 03', '2023 09', '2023']],
    ['Acme 8-K 2023-01-25', ['8k'], ['2023 01 25', '2023 01', '2023']],
    ['Acme annual report', ['10k', '20f', '40f'], []],
    ['Acme quarterly report', ['10q'], []],
    ['form 4 of Acme', ['4'], []],
    ['acme form D', ['d'], []],
    ['Acme SC 13D', ['sc13d'], []],
    ['Acme 13D', ['sc13d'], []],
    ['Acme 10-K/A', ['10ka'], []],
    ['show me Acme 10-K filings', ['10k'], []],
  ])('of %j: forms %j, times %j', (text, forms, periods) => {
    const found = readForms(text)!;
    expect([found.forms, found.periods.map((each) => each.join(' '))]).toEqual([forms, periods]);
  });

  it.each(['Acme', 'valuation 2023', 'the company', 'latest news', 'Acme Robotics of Texas'])(
    'of %j are none',
    (text) => {
      expect(readForms(text)).toBeUndefined();
    },
  );
});
