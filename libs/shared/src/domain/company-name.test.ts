import { describe, expect, it } from '@jest/globals';
import { companyNameKey } from './company-name.ts';

describe('companyNameKey', () => {
  it.each([
    ['The Home Depot, Inc.', 'home depot'],
    ['HOME DEPOT INC', 'home depot'],
    ['Nestlé S.A.', 'nestle'],
    ['AT&T', 'at and t'],
    ['Macy’s Co., Ltd.', 'macys'],
    ['Company', 'company'],
    ['The Co', 'co'],
    ['#waywire', 'waywire'],
    ['百度', '百度'],
    ['!!!', ''],
  ])('compares "%s" as "%s"', (name, key) => {
    expect(companyNameKey(name)).toBe(key);
  });
});
