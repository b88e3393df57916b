import { describe, expect, it } from '@jest/globals';
import { keysOfNames, nameKeys } from './name-keys.ts';

const share = (a: string, b: string) => {
  const keys = new Set(keysOfNames([a]));
  return keysOfNames([b]).some((key) => keys.has(key));
};

describe('the keys of names', () => {
  it.each([
    ['Acme, Inc.', 'acme incorporated'],
    ['Acme Corp', 'ACME CORPORATION'],
    ['Acme Ltd.', 'Acme'],
    ['Acme', 'Acme GmbH'],
    ['Acme Co., Ltd.', 'Acme Company Limited'],
    ['Acme L.L.C.', 'Acme LLC'],
    ['Acme S.A. de C.V.', 'Acme SA'],
    ['Acme Public Limited Company', 'Acme plc'],
    ['Colombier Acquisition Corp. II', 'Colombier Acquisition II'],
    ['ACME CORP /DE/', 'Acme Corporation'],
    ['株式会社アクメ', 'アクメ'],
    ['アクメ株式会社', '株式会社アクメ'],
    ['腾讯控股有限公司', '腾讯控股'],
    ['The Home Depot', 'Home Depot'],
    ['Johnson & Johnson', 'Johnson and Johnson'],
    ['Snow Flake', 'Snowflake'],
    ['OpenAi', 'Open AI'],
    ['e-commerce', 'ecommerce'],
    ['Société Générale', 'Societe Generale'],
    ['Macy’s', 'Macys'],
    ['https://www.acme.example/about?x=1#y', 'acme.example'],
    ['www.acme.example', 'acme.example'],
    ['@acme', 'acme'],
    ['$BRK.B', 'BRK-B'],
    ['NASDAQ: ACME', 'acme'],
    ['0000320193-24-000123', '000032019324000123'],
    ['CIK 0000320193', '320193'],
    ['0000320193', 'CIK 320193'],
  ])('%s and %s are alike', (a, b) => {
    expect(share(a, b)).toBe(true);
  });

  it.each([
    ['Ares', 'Are'],
    ['Acme 2', 'Acme 3'],
    ['C++', 'C#'],
    ['C', 'C++'],
    ['Limited Brands', 'Brands'],
    ['0000320193-24-000123', '0000320193-24-000124'],
  ])('%s and %s differ', (a, b) => {
    expect(share(a, b)).toBe(false);
  });

  it('are at least one word, and none without letters and digits', () => {
    expect(nameKeys('Inc.')).toEqual({ written: 'inc', form: 'inc', bare: 'inc' });
    expect(nameKeys('株式会社')!.bare).toBe('株式会社');
    expect(nameKeys('"…" !')).toBeUndefined();
  });
});
