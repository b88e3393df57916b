import { describe, expect, it } from '@jest/globals';
import { companyNameKey, nameKeys } from './company-name.ts';

describe('companyNameKey', () => {
  it.each([
    ['The Home Depot, Inc.', 'homedepot'],
    ['HOME DEPOT INC', 'homedepot'],
    ['Nestlé S.A.', 'nestle'],
    ['AT&T', 'att'],
    ['Open AI', 'openai'],
    ['OpenAI, L.L.C.', 'openai'],
    ['Ørsted A/S', 'orsted'],
    ['Macy’s Co., Ltd.', 'macys'],
    ['Johnson and Johnson', 'johnsonjohnson'],
    ['Company', 'company'],
    ['The Co', 'co'],
    ['C Corp', 'c'],
    ['C++', 'cplusplus'],
    ['C++ Alliance', 'cplusplusalliance'],
    ['C#', 'csharp'],
    ['Disney+', 'disneyplus'],
    ['#waywire', 'waywire'],
    ['Acme™', 'acme'],
    ['ACME CORP /DE/', 'acme'],
    ['百度', '百度'],
    ['株式会社ゾラ', 'ゾラ'],
    ['And', 'and'],
    ['!!!', ''],
  ])('compares "%s" as "%s"', (name, key) => {
    expect(companyNameKey(name)).toBe(key);
  });
});

describe('nameKeys', () => {
  it('has the name as written, with legal forms in one spelling, and without them', () => {
    expect(nameKeys('The Acme & Sons Incorporated')).toEqual({
      written: 'theacmesonsincorporated',
      form: 'theacmesonsinc',
      bare: 'acmesons',
    });
    expect(nameKeys('!!!')).toBeUndefined();
  });
});
