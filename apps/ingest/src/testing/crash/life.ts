import type { Folder } from '../files.ts';
import type { Step } from './steps.ts';

/** Companies of the long form. */
export const COMPANIES = 50;
const range = (n: number) => Array.from({ length: n }, (_, i) => i);

const company = (i: number, version: number) => ({
  domain: `company${i}.example`,
  name: i % 4 === 0 && version > 1 ? `Renamed Company ${i}` : `Company ${i}`,
  type: i % 3 === 0 ? 'public' : 'private',
  alternative_domains: [`alias${i}.example`],
  description: `Makes everything, part number ${i}, version${i % 5 === 0 ? version : 1}.`,
  categories: [`Category ${(i + (i % 5 === 0 ? version : 0)) % 7}`],
  financials: [{ name: 'total_estimated_funding', value: i * (i % 5 === 0 ? version : 1) }],
});
const filing = (i: number, version: number, of: number) => ({
  company: `company${of}.example`,
  accession_number: `0000000000-24-${String(i).padStart(6, '0')}`,
  name: `Report of everything ${i}${i % 6 === 0 ? ` version${version}` : ''}`,
  type: '10-K',
  filed_at: `2024-01-${String((i % 28) + 1).padStart(2, '0')}`,
  url: `https://www.sec.gov/${i}.htm`,
});
const document = (i: number, version: number) => ({
  slug: `document-${i}`,
  title: `Document ${i}`,
  date: '2024-03-01',
  companies: [{ domain: `company${i}.example`, relation: 'subject' }],
  categories: [`Category ${i % 7}`],
  content: {
    markdown: `## Of everything\n\n${'Hot iron. '.repeat(50)}\n\n## End\n\nversion${i % 2 === 0 ? version : 1}`,
  },
});
const event = (i: number, version: number) => ({
  company: `company${i}.example`,
  event_type: 'funding_round',
  data: {
    name: `Series A ${i}`,
    round_type: 'series_a',
    announced_date: '2024-01-02',
    amount_raised: `${i * version}.00`,
    currency: 'USD',
    status: version > 1 ? 'closed' : 'announced',
    equities: [],
  },
  citations: [],
});
const news = (i: number, version: number) => ({
  company: `company${i}.example`,
  headline: `Headline ${i}`,
  short_headline: `H ${i}`,
  description: `Version ${version}.`,
  release_date: '2024-01-02',
  importance: 'major',
});
const metric = (i: number, version: number) => ({
  company: `company${i}.example`,
  metric_definition: { base: 'trailing_revenue', view: 'value' },
  measurement: {
    scenario: 'historical',
    end_date: '2024-12-31',
    type: 'equals',
    unit_kind: 'currency',
    currency_code: 'USD',
    amount: i * version,
  },
  citations: [
    { link: 'https://a.example/', headline: `H${version}`, quote: 'Q', publication: 'P', type: 'news' },
  ],
});
const dataset = (i: number, version: number) => ({
  company: `company${i}.example`,
  name: `Company ${i}: Revenue`,
  x_label: 'Date',
  y_label: 'Revenue',
  data: [{ x: '2024-12-31', y: i * version, type: 'historical' }],
  data_type: 'Revenue',
  metric: 'USD',
});

/**
 * Writes the files of a run with every kind of record. All are loaded, and then loaded again with some changes and with
 * some companies, filings and documents missing. Then a few records are changed and added by loads that are undone. Most
 * records stay, since no later step would repair a loss in them.
 * @param count companies at first; the numbers of other records follow from it
 */
export function writeLife(folder: Folder, count: number): string {
  const steps: Step[] = [];
  const step = (kind: string, records: object[], full = false) => {
    const file = folder.write(`${steps.length}-${kind}.ndjson`, records);
    steps.push({ kind, file, ...(full && { full }) });
  };
  for (const version of [1, 2]) {
    const full = version > 1;
    const stays = (i: number) => !full || i % 11 !== 3;
    const companies = range(full ? count + 6 : count).filter(stays);
    const some = range(Math.ceil(count * 0.3)).filter(stays);
    step(
      'companies',
      companies.map((i) => company(i, version)),
      full,
    );
    step(
      'filings',
      range(count * 2.4)
        .filter((i) => stays(i % count) && (!full || i % 9 !== 4))
        .map((i) => filing(i, version, i % count)),
      full,
    );
    step(
      'documents',
      some.filter((i) => !full || i % 9 !== 4).map((i) => document(i, version)),
      full,
    );
    step(
      'datasets',
      some.map((i) => dataset(i, version)),
    );
    step(
      'events',
      some.map((i) => event(i, version)),
    );
    step(
      'news',
      some.map((i) => news(i, version)),
    );
    step(
      'metrics',
      some.map((i) => metric(i, version)),
    );
    step('categories', [{ name: 'Category 1', companies: [`company${version}.example`] }]);
  }
  const added = range(3).map((i) => count + 10 + i);
  const first = steps.length;
  step(
    'companies',
    [...range(8).filter((i) => i % 11 !== 3), ...added].map((i) => company(i, 3)),
  );
  step('filings', [...[0, 6, 12].map((i) => filing(i, 3, i)), ...added.map((i) => filing(200 + i, 3, i))]);
  step(
    'events',
    range(3).map((i) => event(i, 3)),
  );
  // The newest first would be the easy order. The companies take the added filings with them.
  steps.push({ undo: first + 2 }, { undo: first }, { undo: first + 1 });
  return folder.write('steps.json', JSON.stringify(steps));
}
