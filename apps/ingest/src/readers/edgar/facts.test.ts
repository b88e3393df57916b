import { describe, expect, it } from '@jest/globals';
import { metricKind } from '../../kinds/metric/index.ts';
import { validate } from '../../rows/validate.ts';
import { metricRows, readCompanyFacts } from './facts.ts';

interface Given {
  start?: string;
  end?: string;
  val?: number | null;
  form?: string;
  filed?: string;
  accn?: string;
  fy?: number;
  fp?: string;
}

/** A fact of 2023 in the annual report of early 2024, but for what is given. */
const fact = (given: Given = {}) => ({
  start: '2023-01-01',
  end: '2023-12-31',
  val: 100,
  fy: 2023,
  fp: 'FY',
  form: '10-K',
  filed: '2024-02-01',
  accn: `0000000042-${(given.filed ?? '2024-02-01').slice(2, 4)}-000001`,
  ...given,
});

/** Company facts of tags, such as `us-gaap:Revenues`, in dollars or in the unit behind a blank. */
function companyFacts(tags: Record<string, Given[]>) {
  const facts: Record<string, Record<string, { units: Record<string, Given[]> }>> = {};
  for (const [key, items] of Object.entries(tags)) {
    const [name, unit = 'USD'] = key.split(' ') as [string, string?];
    const [taxonomy, tag] = name.split(':') as [string, string];
    const concept = ((facts[taxonomy] ??= {})[tag] ??= { units: {} });
    concept.units[unit] = items.map(fact);
  }
  return readCompanyFacts({ cik: 42, entityName: 'ACME INC', facts })!;
}

interface Observation {
  metric_definition: { base: string; base_period: string };
  measurement: { end_date: string; amount: number; currency_code: string };
  citations: { headline: string }[];
}
const recordsOf = (tags: Record<string, Given[]>) =>
  metricRows(companyFacts(tags), 'f.json').rows.map(({ value }) => value as Observation);
/** Observations of revenue, shortly: `year 2023-12-31 100 10-K 2024-02-01`. */
const revenues = (...items: Given[]) => observed({ 'us-gaap:Revenues': items });
const observed = (tags: Record<string, Given[]>) =>
  recordsOf(tags).map(({ metric_definition, measurement, citations }) => {
    const filing = /: (\S+) filed (\S+),/.exec(citations[0]!.headline)!;
    const { end_date, amount } = measurement;
    return `${metric_definition.base_period} ${end_date} ${amount} ${filing[1]} ${filing[2]}`;
  });

describe('company facts', () => {
  it('converts facts to valid observations that cite the accession number of their filing', () => {
    const [record, ...others] = recordsOf({ 'us-gaap:Revenues': [{ val: 592_049_000 }] });
    expect(others).toEqual([]);
    expect(record).toEqual({
      company_cik: '0000000042',
      metric_definition: { base: 'trailing_revenue', view: 'value', base_period: 'year' },
      measurement: {
        scenario: 'historical',
        end_date: '2023-12-31',
        type: 'equals',
        unit_kind: 'currency',
        currency_code: 'USD',
        amount: 592_049_000,
      },
      citations: [
        {
          link: 'https://www.sec.gov/Archives/edgar/data/42/000000004224000001/0000000042-24-000001-index.htm',
          headline: 'ACME INC: 10-K filed 2024-02-01, accession number 0000000042-24-000001',
          quote: null,
          snippet: 'Revenue of 592,049,000 USD from 2023-01-01 to 2023-12-31, tagged us-gaap:Revenues.',
          publication: 'SEC EDGAR',
          type: 'filing',
          is_filing: true,
        },
      ],
    });
    expect(validate(metricKind.record, record)).toHaveProperty('record');
  });

  it('derives the period of a fact from its dates, not from fy and fp', () => {
    // The annual report of 2023 tells three years, and says fy 2023 and FY of each.
    const years = [2021, 2022, 2023].map((year) => ({
      start: `${year}-01-01`,
      end: `${year}-12-31`,
      val: year,
    }));
    expect(revenues(...years)).toEqual([
      'year 2021-12-31 2021 10-K 2024-02-01',
      'year 2022-12-31 2022 10-K 2024-02-01',
      'year 2023-12-31 2023 10-K 2024-02-01',
    ]);
  });

  it.each([
    ['2023-01-01', '2023-12-15', undefined], // 349 days
    ['2023-01-01', '2023-12-16', 'year'], // 350
    ['2022-09-25', '2023-09-30', 'year'], // 53 weeks
    ['2023-01-01', '2024-01-15', 'year'], // 380
    ['2023-01-01', '2024-01-16', undefined],
    ['2023-01-01', '2023-03-20', undefined], // 79
    ['2023-01-01', '2023-03-21', 'quarter'], // 80
    ['2023-01-01', '2023-04-10', 'quarter'], // 100
    ['2023-01-01', '2023-04-11', undefined],
    ['2023-01-01', '2023-06-30', undefined],
    ['2023-01-01', '2023-09-30', undefined],
  ])('assigns facts from %s to %s the period %s', (start, end, period) => {
    const [record] = recordsOf({ 'us-gaap:Revenues': [{ start, end }] });
    expect(record?.metric_definition.base_period).toBe(period);
  });

  it('leaves out and counts facts without dates, amount or currency, or from unsuitable forms', () => {
    const { rows, leftOut } = metricRows(
      companyFacts({
        'us-gaap:Revenues': [{ start: undefined }, { val: null }, { end: '2023-13-01' }, { form: '8-K' }, {}],
        'us-gaap:Revenues USD/shares': [{}, {}],
        'us-gaap:Assets': [{}],
      }),
      'f.json',
    );
    expect(rows).toHaveLength(1);
    expect(leftOut).toEqual({
      'other units': 2,
      'other periods': 3,
      'other forms': 1,
      'repeated or superseded': 0,
    });
  });

  it('keeps currencies separate', () => {
    const records = recordsOf({
      'ifrs-full:Revenue EUR': [{ val: 1 }],
      'ifrs-full:Revenue USD': [{ val: 2 }],
    });
    expect(records.map(({ measurement: { currency_code, amount } }) => [currency_code, amount])).toEqual([
      ['EUR', 1],
      ['USD', 2],
    ]);
  });
});

describe('choosing between several values of one period', () => {
  const later = { filed: '2025-02-01' };

  it('uses the value filed last, whatever the order in the file', () => {
    const expected = ['year 2023-12-31 95 10-K 2025-02-01'];
    expect(revenues({}, { ...later, val: 95 })).toEqual(expected);
    expect(revenues({ ...later, val: 95 }, {})).toEqual(expected);
  });

  it('prefers an amended report, even from the same day', () => {
    expect(revenues({}, { form: '10-K/A', filed: '2024-06-01', val: 90 })).toEqual([
      'year 2023-12-31 90 10-K/A 2024-06-01',
    ]);
    const amended = { form: '10-K/A', accn: '0000000042-24-000000', val: 90 };
    expect(revenues(amended, {})).toEqual(['year 2023-12-31 90 10-K/A 2024-02-01']);
  });

  it.each(['DEF 14A', 'PRE 14A', '8-K', '8-K/A', '424B4', 'S-1', '6-K', '10-Q', '10-K405/B'])(
    'never uses the value of a %s',
    (form) => {
      expect(revenues({}, { ...later, form, val: 1 })).toEqual(['year 2023-12-31 100 10-K 2024-02-01']);
      expect(revenues({ ...later, form, val: 1 })).toEqual([]);
    },
  );

  it.each(['10-K', '10-K405', '10-KT', '20-F', '40-F', '20-F/A', '40-F/A'])(
    'uses the value of a %s',
    (form) => {
      expect(revenues({ form })).toEqual([`year 2023-12-31 100 ${form} 2024-02-01`]);
    },
  );

  it('uses quarterly and annual reports for a quarter', () => {
    const quarter = { start: '2023-10-01', end: '2023-12-31', form: '10-Q', val: 30, filed: '2023-12-31' };
    expect(revenues(quarter)).toEqual(['quarter 2023-12-31 30 10-Q 2023-12-31']);
    expect(revenues(quarter, { ...quarter, form: '10-K', filed: '2024-02-01', val: 29 })).toEqual([
      'quarter 2023-12-31 29 10-K 2024-02-01',
    ]);
    expect(revenues({ ...quarter, form: '8-K' })).toEqual([]);
  });

  it('cites the first filing with the value, so a report that repeats it changes nothing', () => {
    const filed = (year: number, val: number) => ({ filed: `${year}-02-01`, val });
    expect(revenues(filed(2024, 100), filed(2025, 100))).toEqual(['year 2023-12-31 100 10-K 2024-02-01']);
    expect(revenues(filed(2024, 100), filed(2025, 95), filed(2026, 95))).toEqual([
      'year 2023-12-31 95 10-K 2025-02-01',
    ]);
    // Restated and restated back: the first filing was contradicted.
    expect(revenues(filed(2024, 100), filed(2025, 95), filed(2026, 100))).toEqual([
      'year 2023-12-31 100 10-K 2026-02-01',
    ]);
  });

  it('prefers total revenue to revenue from contracts in one filing', () => {
    const part = 'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax';
    expect(observed({ [part]: [{ val: 80 }], 'us-gaap:Revenues': [{}] })).toEqual([
      'year 2023-12-31 100 10-K 2024-02-01',
    ]);
    // The company has changed its tag, and restated.
    expect(observed({ 'us-gaap:SalesRevenueNet': [{}], [part]: [{ ...later, val: 97 }] })).toEqual([
      'year 2023-12-31 97 10-K 2025-02-01',
    ]);
  });

  it('never replaces a total by a part, and explains the choice', () => {
    const all = 'us-gaap:SalesRevenueNet';
    const some = { 'us-gaap:Revenues': [{ val: 29_400_000_000 }], [all]: [{ val: 83_062_000_000 }] };
    const { rows } = metricRows(companyFacts(some), 'f.json');
    expect(rows).toMatchObject([
      {
        value: {
          measurement: { amount: 83_062_000_000 },
          citations: [
            {
              snippet:
                'Revenue of 83,062,000,000 USD from 2023-01-01 to 2023-12-31, tagged us-gaap:SalesRevenueNet. Tags disagree: the largest value is the total: 83,062,000,000 (us-gaap:SalesRevenueNet), not 29,400,000,000 (us-gaap:Revenues).',
            },
          ],
        },
        warnings: [
          'tags disagree: trailing_revenue to 2023-12-31: the largest value is the total: 83,062,000,000 (us-gaap:SalesRevenueNet), not 29,400,000,000 (us-gaap:Revenues)',
        ],
      },
    ]);
    const contracts = 'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax';
    const total = ['year 2023-12-31 100 10-K 2024-02-01'];
    expect(observed({ [contracts]: [{}], 'ifrs-full:Revenue': [{ val: 30 }] })).toEqual(total);
    // The next report states only the part again, then the total is restated.
    const part = [{ val: 80 }, { ...later, val: 80 }];
    expect(observed({ [contracts]: part, 'us-gaap:Revenues': [{}] })).toEqual(total);
    expect(observed({ [contracts]: [{ val: 80 }, { ...later, val: 99 }], 'us-gaap:Revenues': [{}] })).toEqual(
      ['year 2023-12-31 99 10-K 2025-02-01'],
    );
  });

  it('does not warn of a value that another tag of the filing rounds', () => {
    const { rows } = metricRows(
      companyFacts({
        'us-gaap:Revenues': [{ val: 83_062_000_000 }],
        'us-gaap:SalesRevenueNet': [{ val: 83_062_148_000 }],
      }),
      'f.json',
    );
    expect(rows).toMatchObject([{ value: { measurement: { amount: 83_062_000_000 } }, warnings: [] }]);
  });

  it('prefers net income of the owners to net income with minorities', () => {
    const year2022 = { start: '2022-01-01', end: '2022-12-31' };
    expect(
      observed({
        'us-gaap:ProfitLoss': [
          { ...later, val: 11 },
          { ...year2022, val: 7 },
        ],
        'us-gaap:NetIncomeLoss': [{ val: 10 }],
      }),
    ).toEqual(['year 2022-12-31 7 10-K 2024-02-01', 'year 2023-12-31 10 10-K 2024-02-01']);
  });

  it('prefers the value with more digits in one filing', () => {
    expect(revenues({ val: 592_049_000 }, { val: 592_000_000 })).toEqual([
      'year 2023-12-31 592049000 10-K 2024-02-01',
    ]);
    expect(revenues({ val: 592_000_000 }, { val: 592_049_000 })).toEqual([
      'year 2023-12-31 592049000 10-K 2024-02-01',
    ]);
  });

  it('treats end dates a few days apart as one period', () => {
    const rounded = { start: '2023-01-01', end: '2023-12-31', val: 100 };
    const exact = { start: '2023-01-02', end: '2023-12-30', ...later, val: 101 };
    expect(revenues(rounded, exact)).toEqual(['year 2023-12-30 101 10-K 2025-02-01']);
  });
});
