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
    ['.NET', 'dotnet'],
    ['NET Corp', 'net'],
    ['Yahoo!', 'yahoo'],
    ['A&W', 'aw'],
    ['E*TRADE', 'etrade'],
    ['3M Co.', '3m'],
    ['And', 'and'],
    ['!!!', ''],
  ])('compares "%s" as "%s"', (name, key) => {
    expect(companyNameKey(name)).toBe(key);
  });
});

describe('companyNameKey of a name with a legal form', () => {
  it.each([
    [
      'トヨタ自動車',
      [
        'トヨタ自動車株式会社',
        '株式会社トヨタ自動車',
        'トヨタ自動車(株)',
        '㈱トヨタ自動車',
        'トヨタ自動車 有限会社',
      ],
    ],
    ['华为', ['华为有限公司', '华为股份有限公司', '华为有限责任公司', '华为公司']],
    ['카카오', ['주식회사 카카오', '카카오 주식회사', '(주)카카오', '㈜카카오', '카카오(주)']],
    [
      'Ромашка',
      ['ООО «Ромашка»', 'ПАО Ромашка', 'Ромашка, ООО', 'Общество с ограниченной ответственностью "Ромашка"'],
    ],
    ['Приват', ['ТОВ Приват', 'ПрАТ «Приват»', 'Товариство з обмеженою відповідальністю Приват']],
    ['Софарма', ['Софарма АД', 'Софарма ЕООД']],
    ['Romashka', ['OOO Romashka', 'PJSC Romashka', 'LLC Romashka', 'Romashka PJSC', 'Romashka LLC']],
    ['Renault', ['Société Anonyme Renault', 'Renault Société Anonyme', 'Renault S.A.']],
    ['OTP Bank', ['OTP Bank Nyilvánosan Működő Részvénytársaság', 'OTP Bank Nyrt.']],
    [
      'Siemens',
      ['Siemens AG', 'Siemens Aktiengesellschaft', 'Siemens GmbH & Co. KG', 'Siemens GmbH & Co. KGaA'],
    ],
    [
      'Acme',
      ['Acme S.p.A.', 'Acme S.r.l.', 'Acme Sp. z o.o.', 'Acme Spółka z o.o.', 'Acme Sp. z o.o. Sp. k.'],
    ],
    [
      'Acme',
      ['Acme Ltda.', 'Acme, Lda', 'Acme S.A. de C.V.', 'Acme S.A.P.I. de C.V.', 'Acme S. de R.L. de C.V.'],
    ],
    [
      'Acme',
      [
        'Acme A/S',
        'Acme ApS',
        'Acme Oy',
        'Oy Acme Ab',
        'Acme Oyj',
        'Acme AB (publ)',
        'Acme ASA',
        'Acme ehf.',
      ],
    ],
    [
      'Acme',
      [
        'Acme Kft.',
        'Acme Zrt.',
        'Acme s.r.o.',
        'Acme, spol. s r.o.',
        'Acme a.s.',
        'Acme d.o.o.',
        'Acme A.Ş.',
      ],
    ],
    [
      'Acme',
      ['Acme Ltd. Şti.', 'UAB Acme', 'SIA Acme', 'OÜ Acme', 'Acme OÜ', 'PT Acme Tbk', 'Acme Sdn. Bhd.'],
    ],
    [
      'Acme',
      [
        'Acme Pty Ltd',
        'Acme Pvt. Ltd.',
        'Acme Private Limited',
        'Acme Pte. Ltd.',
        'Acme K.K.',
        'Acme W.L.L.',
      ],
    ],
    [
      'Acme',
      [
        'Acme SARL',
        'SARL Acme',
        'Acme SASU',
        'Acme B.V.',
        'Acme BVBA',
        'Acme DAC',
        'Acme Public Limited Company',
      ],
    ],
    ['Vinamilk', ['Công ty Cổ phần Vinamilk', 'Công ty TNHH Vinamilk', 'Vinamilk JSC', 'CTCP Vinamilk']],
    ['ปตท', ['บริษัท ปตท จำกัด (มหาชน)', 'บริษัท ปตท จำกัด', 'ปตท']],
    ['أرامكو', ['شركة أرامكو', 'أرامكو ش.م.ع', 'شركة أرامكو المحدودة', 'شركة أرامكو ذ.م.م']],
    ['תנובה', ['תנובה בע"מ', 'תנובה בע״מ']],
    ['Δέλτα', ['Δέλτα Α.Ε.', 'ΔΕΛΤΑ ΑΕ', 'Δέλτα Ε.Π.Ε.']],
    ['रिलायंस', ['रिलायंस लिमिटेड', 'रिलायंस प्राइवेट लिमिटेड']],
  ])('is that of %s', (bare, names) => {
    for (const name of names) expect([name, companyNameKey(name)]).toEqual([name, companyNameKey(bare)]);
  });

  it.each(['公司', '株式会社', 'บริษัท', 'ООО', 'Oy', 'PT', 'GmbH', 'Co. KG', '(株)'])(
    'is not empty for the name %s',
    (name) => {
      expect(companyNameKey(name)).not.toBe('');
    },
  );

  it.each([
    ['AB Foods', 'Foods'],
    ['SAS Institute', 'Institute'],
    ['Too Good To Go', 'Good To Go'],
    ['TOO FACED COSMETICS INC', 'Faced Cosmetics'],
    ['Sia Partners', 'Partners'],
    ['Pat McGrath Labs', 'McGrath Labs'],
    ['Me Too', 'Me'],
    ['Groupe PSA', 'Groupe'],
    ['Systems Unlimited', 'Systems'],
    ['Acme SF', 'Acme'],
    ['주', '카카오'],
  ])('differs for %s and %s', (one, other) => {
    expect(companyNameKey(one)).not.toBe(companyNameKey(other));
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
