import { describe, expect, it } from '@jest/globals';
import { readIntent } from './intents.ts';

describe('intents', () => {
  it.each([
    ['Acme valuation', 'acme', [], []],
    ['acme funding rounds', 'acme', [], []],
    ['Acme’s revenue in 2022', 'acme', [], ['2022']],
    ['stock price of Acme', 'acme', [], []],
    ['What does Acme Robotics do?', 'acme robotics', [], []],
    ['who founded Acme?', 'acme', [], []],
    ['acme q3 revenue', 'acme', [], []],
    ['Acme 3Q24 results', 'acme', [], ['2024']],
    ['acme third quarter earnings 2023', 'acme', [], ['2023']],
    ['acme 10-Q Q2 2022', 'acme', ['10q'], ['2022']],
    ['latest acme 10-K', 'acme', ['10k'], []],
    ['acme FY2023 10-K', 'acme', ['10k'], ['2023']],
    ['acme 10K fiscal year 2021', 'acme', ['10k'], ['2021']],
    ['Acme annual report', 'acme', ['10k', '20f', '40f'], []],
    ['Acme quarterly report', 'acme', ['10q'], []],
    ['form 4 of Acme', 'acme', ['4'], []],
    ['acme form D', 'acme', ['d'], []],
    ['Acme SC 13D', 'acme', ['sc13d'], []],
    ['Acme 10-K/A', 'acme', ['10ka'], []],
  ])('of %j: %s, forms %j, years %j', (text, subject, forms, years) => {
    expect(readIntent(text)).toEqual({ subject, forms, years });
  });

  it.each(['Acme', 'valuation', 'the company', 'latest news', 'Acme Robotics of Texas'])(
    '%j has none',
    (text) => {
      expect(readIntent(text)).toBeUndefined();
    },
  );
});
