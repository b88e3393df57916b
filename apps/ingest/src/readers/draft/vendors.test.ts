import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tryMapping } from '../../cli/runs/mapping-trial.ts';
import { temporaryFolder, type Folder } from '../../testing/files.ts';
import { draftMapping } from './draft.ts';
import { sampleTable } from './table.ts';

const VENDORS = join(import.meta.dirname, 'vendors');

/** A line of a draft that a person changes, and what it becomes. */
type Edit = [before: string, after: string];

/**
 * Tables in the style of vendors' exports, which we wrote; what a person has to change in their drafts; and parts of the
 * first record.
 */
const FILES: Record<string, { kind: string; edits: Edit[]; first: object }> = {
  'funding-export.csv': {
    kind: 'event',
    edits: [['source: vendor', 'source: fundbase']],
    first: {
      company: 'anvilworks.example',
      event_type: 'funding_round',
      data: {
        round_type: 'series_a',
        announced_date: '2023-04-11',
        amount_raised: '12000000',
        currency: 'USD',
      },
    },
  },
  'firmen.csv': {
    kind: 'company',
    edits: [],
    first: {
      domain: 'amboss.example',
      founding_year: 1998,
      headquarters: { city: 'Köln', country: 'Germany' },
      categories: ['Werkzeuge'],
      key_people: { ceo: ['Anna Lang'] },
    },
  },
  'levees.csv': {
    kind: 'event',
    edits: [],
    first: {
      company: 'enclume.example',
      data: {
        round_type: 'series_a',
        announced_date: '2024-03-12',
        amount_raised: '8500000',
        currency: 'EUR',
      },
    },
  },
  'adquisiciones.csv': {
    kind: 'event',
    edits: [],
    first: {
      company: 'yunque.example',
      data: {
        ...{ name: 'Acquired by Grupo Forja', announced_date: '2022-01-15' },
        data: { acquirer: 'Grupo Forja', price: '120000000', currency: 'USD' },
      },
    },
  },
  'kaisha.csv': {
    kind: 'company',
    edits: [],
    first: {
      domain: 'kanatoko.example',
      name: '金床株式会社',
      founding_year: 1987,
      headquarters: { city: '大阪' },
      categories: ['工具'],
    },
  },
  'rongzi.csv': {
    kind: 'event',
    edits: [],
    first: {
      company: 'tiezhen.example',
      data: {
        round_type: 'series_a',
        announced_date: '2023-04-11',
        amount_raised: '50000000',
        currency: 'CNY',
      },
    },
  },
  'income-statements.csv': {
    kind: 'metric',
    edits: [
      ['source: income-statements', 'source: stockdata'],
      ['{fiscalYear}-12-31', '{fiscalYear}-09-30'],
    ],
    first: {
      company_ticker: 'ANVL',
      metric_definition: { base: 'trailing_revenue', base_period: 'year' },
      measurement: { end_date: '2022-09-30', amount: 394_328_000_000, currency_code: 'USD' },
    },
  },
  'kpis.csv': {
    kind: 'metric',
    edits: [
      ['source: kpis', 'source: portfolio'],
      ["number: '1234.56' }", "number: '1234.56', scale: 1e6 }"],
    ],
    first: {
      company: 'anvilworks.example',
      metric_definition: { base: 'recurring_revenue', base_period: 'quarter' },
      measurement: { end_date: '2024-03-31', amount: 14_200_000, currency_code: 'USD' },
    },
  },
  'news.csv': {
    kind: 'news',
    edits: [['source: news', 'source: newswire']],
    first: {
      company: 'anvilworks.example',
      headline: 'Anvilworks opens a forge in Hull',
      release_date: '2024-02-03T09:30:00.000Z',
      articles: [{ link: 'https://news.example/anvilworks-hull', publication: 'Forge Daily' }],
    },
  },
  'filings.tsv': {
    kind: 'filing',
    edits: [['source: filings', 'source: edgar-export']],
    first: {
      company_cik: '0000000042',
      accession_number: '0000000042-24-000003',
      type: '10-K',
      filed_at: '2024-02-21T00:00:00.000Z',
    },
  },
  'ipo-calendar.csv': {
    kind: 'event',
    edits: [['source: ipo-calendar', 'source: exchange-news']],
    first: {
      company_ticker: 'ANVL',
      data: {
        ...{ type: 'ipo', announced_date: '2024-03-14' },
        data: { venue: 'NYSE', offer_price: '22', currency: 'USD' },
      },
    },
  },
  'splits.csv': {
    kind: 'event',
    edits: [['source: splits', 'source: exchange-news']],
    first: {
      company_ticker: 'ANVL',
      event_type: 'corporate_action',
      data: { type: 'stock_split', effective_date: '2024-06-10', data: { ratio: '10:1' } },
    },
  },
  'deals.csv': {
    kind: 'event',
    edits: [['source: deals', 'source: deal-desk']],
    first: {
      company: 'pebblelabs.example',
      data: { type: 'acquisition', status: 'announced', data: { price: '120500000', currency: 'USD' } },
    },
  },
  'chotatsu.csv': {
    kind: 'event',
    edits: [],
    first: {
      company: 'sakura-robot.example',
      data: {
        round_type: 'series_a',
        announced_date: '2023-04-12',
        amount_raised: '1500000000',
        currency: 'JPY',
      },
    },
  },
  'actualites.csv': {
    kind: 'news',
    edits: [],
    first: {
      company: 'moulinbleu.example',
      description: 'Moulin Bleu lève 12 millions',
      articles: [{ link: 'https://presse.example/moulin-bleu', publication: 'Presse' }],
    },
  },
  'sec-index.csv': {
    kind: 'filing',
    edits: [],
    first: {
      company_cik: '0001890001',
      accession_number: '0001890001-24-000012',
      url: 'https://www.sec.gov/Archives/edgar/data/1890001/0001890001-24-000012.txt',
    },
  },
  'boersengaenge.csv': {
    kind: 'event',
    edits: [],
    first: {
      company_ticker: 'FST',
      data: {
        ...{ type: 'ipo', announced_date: '2024-03-14' },
        data: { venue: 'Xetra', offer_price: '22.50', currency: 'EUR' },
      },
    },
  },
  'ergebnis.csv': {
    kind: 'metric',
    edits: [],
    first: {
      company: 'amboss.example',
      measurement: { end_date: '2022-12-31', amount: 45210000, currency_code: 'EUR' },
    },
  },
  'crm.csv': {
    kind: 'company',
    edits: [],
    first: { domain: 'granitesystems.example', name: 'Granite Systems', type: 'private' },
  },
};

describe('the draft of a mapping', () => {
  let folder: Folder;
  beforeAll(() => {
    folder = temporaryFolder();
  });
  afterAll(() => folder.remove());

  it.each(Object.entries(FILES))('for %s loads every row after at most three edits', async (name, vendor) => {
    const { kind: expected, edits, first } = vendor;
    const path = join(VENDORS, name);
    const { kind, text } = draftMapping(await sampleTable(path), path);
    expect(kind.name).toBe(expected);
    expect(edits.length).toBeLessThanOrEqual(3);
    let mapping = text;
    for (const [before, after] of edits) {
      expect(mapping).toContain(before);
      mapping = mapping.replace(before, after);
    }
    const trial = await tryMapping(kind, folder.write(`${name}.yaml`, mapping), path);
    expect([trial.report.firstRejects, trial.unlessStored.firstRejects]).toEqual([[], []]);
    expect(trial.first?.record).toMatchObject(first);
  });

  it('is tried on every file', () => {
    expect(readdirSync(VENDORS).sort()).toEqual(Object.keys(FILES).sort());
  });

  it('reads the amounts of one unit, and rejects rows of another one', async () => {
    const rows = [
      'pebblelabs.example,Revenue,FY2023,6.2,$M',
      'pebblelabs.example,Headcount,FY2023,48,people',
    ];
    const path = folder.write('kpi.csv', ['company_domain,kpi,period,value,unit', ...rows, ''].join('\n'));
    const { kind, text } = draftMapping(await sampleTable(path), path);
    const trial = await tryMapping(kind, folder.write('kpi.yaml', text), path);
    expect(trial.first?.record).toMatchObject({ measurement: { amount: 6200000, currency_code: 'USD' } });
    expect(trial.report.rejectedBy).toEqual({ unit: 1 });
  });

  it('asks for the codes of figures that only sound like revenue or income', async () => {
    const unknown = ['Cost of revenue', 'Deferred revenue', 'Sales and marketing expense', 'Net loss'];
    const metrics = [...unknown, 'Revenue growth %', 'EBITDA margin', 'Annual recurring revenue', 'Revenue'];
    const rows = metrics.map((metric) => `bolt.example,${metric},FY2023,62`);
    const path = folder.write('costs.csv', ['company_domain,kpi,period,value', ...rows, ''].join('\n'));
    const { text } = draftMapping(await sampleTable(path), path);
    const asked = [...unknown, 'Revenue growth %', 'EBITDA margin'].map((metric) => JSON.stringify(metric));
    expect(text).toContain(`# DECIDE: the codes of ${asked.join(', ')}\n`);
    expect(text).toContain('{ Annual recurring revenue: recurring_revenue, Revenue: trailing_revenue }');
    const columns = 'company_domain,period,Cost of revenue,Revenue growth %,Revenue\n';
    const wide = folder.write('wide.csv', `${columns}bolt.example,FY2023,40,5,62\n`);
    const draft = draftMapping(await sampleTable(wide), wide);
    expect(draft.text).toContain('measurement.amount: { column: Revenue,');
    expect(draft.text).not.toContain('a mapping has one figure');
  });

  it('has no type if the table only adds to stored companies', async () => {
    const path = folder.write('added.csv', 'Domain,Founders\nacme.example,Ann Lee\nbolt.example,Bob Ray\n');
    const { kind, text } = draftMapping(await sampleTable(path), path);
    expect(kind.name).toBe('company');
    expect(text).not.toMatch(/^ {2}type:/m);
  });
});
