import { randomUUID } from 'node:crypto';
import { DAY_MS, toTimestamp } from '@dossier/shared';

/** Returns how many rows of each kind a database of that many rows has. */
export const countsOf = (rows: number) => ({
  companies: Math.ceil(rows * 0.1),
  documents: Math.ceil(rows * 0.05),
  news: Math.ceil(rows * 0.25),
  metrics: Math.ceil(rows * 0.25),
  events: Math.ceil(rows * 0.2),
  filings: Math.ceil(rows * 0.15),
});
export type Counts = ReturnType<typeof countsOf>;

/** The end of the five years over which the rows of every table change evenly. */
export const END = Date.parse('2026-01-01T00:00:00.000Z');
const SPAN = 5 * 365 * DAY_MS;
/** Returns the time of the last change of row `i` of so many. */
export const timeOf = (i: number, count: number): string =>
  toTimestamp(Math.ceil(END - SPAN + (SPAN * (i + 1)) / count));

/** One row in twenty belongs to the first company. Each other company has a few rows. */
export const LARGE_COMPANY = 1;
const ownerOf = (i: number, { companies }: Counts): number =>
  i % 20 === 0 ? LARGE_COMPANY : 2 + (i % (companies - 1));
/** One company and one document in ten are in the first category. */
const categoryOf = (i: number): number => (i % 10 === 0 ? 1 : 2 + (i % 49));
const CATEGORIES = 50;
/** Returns whether the row is one of the three rare rows of its table. */
const isRare = (i: number, count: number): boolean => i % Math.ceil(count / 3) === 7;
/** Returns another place in the list, so that rows are not written in the order of the list. */
const scattered = (i: number, count: number): number => (i * 7919) % count;

const TEXT = 'What it sells is needed every day, by those who make things and by those who bring them. ';

type Row = Record<string, unknown>;
/** Rows of several tables. */
type Rows = Record<string, Row[]>;

const tracked = (i: number, count: number) => {
  const at = timeOf(i, count);
  return { created_at: at, updated_at: at, content_hash: '' };
};

const POINTS_FROM = 2002;

function company(i: number, { companies: count }: Counts): Rows {
  const id = i + 1;
  const name = `company-${id}`;
  const points = Array.from({ length: 24 }, (_, year) => ({
    x: `${POINTS_FROM + year}-12-31T00:00:00.000Z`,
    y: (year + 1) * 1_000_000 * id,
    type: 'historical',
  }));
  const dataset = { company_id: id, x_label: 'Date', data_json: JSON.stringify(points), status: 'Active' };
  return {
    companies: [
      {
        ...{ id, slug: name, name: `Company ${id} of Many`, domain: `${name}.example.com`, is_active: true },
        ...{ type: i % 5 === 0 ? 'public' : 'private', description: TEXT, founding_year: 1930 + (i % 90) },
        ...{ headquarters_city: `City ${i % 300}`, headquarters_country: 'France', social_json: '[]' },
        logo_json: `{"url":"https://${name}.example.com/logo.png","dimensions":{"width":64,"height":64}}`,
        legal_entities_json: `[{"name":"Company ${id} SA","country":"France"}]`,
        key_people_json: '{"founders":[],"ceo":[]}',
        ...tracked(i, count),
      },
    ],
    company_domains: [{ domain: `${name}.example.com`, company_id: id }],
    company_categories: [{ company_id: id, category_id: categoryOf(i) }],
    company_financials: ['latest_estimated_valuation', 'latest_estimated_revenue'].map((financial) => ({
      company_id: id,
      name: financial,
      value: scattered(i, count) * 1000,
      date: '2025-12-31',
    })),
    datasets: ['Valuation', 'Revenue', 'Headcount', 'Volume'].map((type) => ({
      ...{ ...dataset, id: randomUUID(), name: type, y_label: type, data_type: type, metric: 'USD' },
      ...tracked(i, count),
    })),
  };
}

function document(i: number, counts: Counts): Rows {
  const id = i + 1;
  const published_at = timeOf(scattered(i, counts.documents), counts.documents);
  const element = { text: TEXT, type: 'paragraph', spans: [{ start: 0, end: 4, type: 'strong' }] };
  const section = { type: 'section', level: 2, prev_section: null, next_section: null };
  const sections = ['a', 'b', 'c'].map((name) => ({
    ...section,
    id: name,
    title: name,
    elements: [element, element],
  }));
  const owners = [...new Set([ownerOf(i, counts), 1 + ((i * 31) % counts.companies)])];
  return {
    documents: [
      {
        ...{ id, slug: `document-${id}`, type: ['market', 'company', 'interview'][i % 3] },
        ...{ title: `Document ${id}`, preview_title: `Document ${id}`, preview_description: TEXT },
        ...{ published_at, last_publication_date: published_at },
        metadata_json: '{"total_sections":3,"reading_time":1,"total_elements":6,"has_images":false}',
        ...tracked(i, counts.documents),
      },
    ],
    document_bodies: [{ document_id: id, content_json: JSON.stringify({ sections, table_of_contents: [] }) }],
    document_companies: owners.map((company_id, place) => {
      const relation = place === 0 ? 'subject' : 'connected';
      return { document_id: id, company_id, relation, published_at };
    }),
    document_categories: [{ document_id: id, category_id: categoryOf(i) }],
  };
}

/** What a row of news quotes, and a metric cites. */
const articleOf = (i: number) => ({ link: `https://news.example/${i}`, headline: `Headline ${i}` });

function news(i: number, counts: Counts): Rows {
  const article = {
    ...{ id: randomUUID(), ...articleOf(i), short_summary: TEXT, date_published: '2025-12-31' },
    ...{ thumbnail: null, publication: 'News', publication_score: 80 },
  };
  const release_date = timeOf(scattered(i, counts.news), counts.news);
  return {
    news: [
      {
        ...{ id: randomUUID(), company_id: ownerOf(i, counts), description: TEXT, release_date },
        ...{ headline: `Headline ${i}`, short_headline: `Headline ${i}` },
        ...{ importance: i % 4 === 3 ? 'minor' : 'major', articles_json: JSON.stringify([article, article]) },
        ...tracked(i, counts.news),
      },
    ],
  };
}

const BASES = ['trailing_revenue', 'recurring_revenue', 'run_rate_revenue', 'headcount', 'gross_margin'];
export const RARE = 'rare';

function metric(i: number, counts: Counts): Rows {
  const { metrics: count } = counts;
  const [id, company_id, updated_at] = [randomUUID(), ownerOf(i, counts), timeOf(i, count)];
  return {
    metrics: [
      {
        ...{ id, company_id, observation_key: `metric ${i}`, view: 'value', base_period: 'year' },
        ...{ base: isRare(i, count) ? RARE : BASES[i % BASES.length], type: 'equals', amount: i * 1000 },
        ...{
          scenario: i % 7 === 0 ? 'projection' : 'historical',
          unit_kind: 'currency',
          currency_code: 'USD',
        },
        ...{
          end_date: timeOf(scattered(i, count), count).slice(0, 10),
          status: 'Active',
          citations_hash: '',
        },
        ...tracked(i, count),
      },
    ],
    metric_citations: [
      {
        ...{ metric_id: id, company_id, position: 0, ...articleOf(i), quote: TEXT, publication: 'News' },
        ...{ type: 'article', is_filing: false, updated_at },
      },
    ],
  };
}

const ROUND = { amount_raised: '1000000.00', valuation: null, is_extension: false };
const SECONDARY = { transaction_amount: null, valuation: null, price_per_share: null, closing_date: null };

function event(i: number, counts: Counts): Rows {
  const rare = isRare(i, counts.events);
  const isRound = i % 3 !== 0;
  const data = { currency: 'USD', equities: [], ...(isRound ? ROUND : SECONDARY) };
  const action = { effective_date: null, description: null, data: {} };
  return {
    events: [
      {
        ...{ id: randomUUID(), company_id: ownerOf(i, counts), name: `Event ${i}`, status: 'closed' },
        type: rare ? 'corporate_action' : isRound ? 'funding_round' : 'secondary_transaction',
        subtype: rare ? RARE : isRound ? `series_${'abcdefgh'[i % 8]}` : 'tender_offer',
        event_date: timeOf(scattered(i, counts.events), counts.events).slice(0, 10),
        ...{ data_json: JSON.stringify(rare ? action : data), citations_json: '[]' },
        ...tracked(i, counts.events),
      },
    ],
  };
}

function filing(i: number, counts: Counts): Rows {
  return {
    filings: [
      {
        ...{ id: randomUUID(), company_id: ownerOf(i, counts), accession_number: `filing ${i}` },
        ...{ name: `Filing ${i}`, type: ['10-K', '10-Q', '8-K'][i % 3], format: 'htm', region: 'US' },
        filed_at: timeOf(scattered(i, counts.filings), counts.filings),
        source_url: `https://filings.example/${i}`,
        ...tracked(i, counts.filings),
      },
    ],
  };
}

const MAKERS: [keyof Counts, (i: number, counts: Counts) => Rows][] = [
  ['companies', company],
  ['documents', document],
  ['news', news],
  ['metrics', metric],
  ['events', event],
  ['filings', filing],
];
const BATCH = 5_000;

/** Yields all rows in batches, parents first. */
export function* batchesOf(counts: Counts): Generator<Rows> {
  const names = Array.from({ length: CATEGORIES }, (_, i) => i + 1);
  yield { categories: names.map((id) => ({ id, slug: `category-${id}`, name: `Category ${id}` })) };
  for (const [kind, rowsOf] of MAKERS) {
    for (let start = 0; start < counts[kind]; start += BATCH) {
      const tables: Rows = {};
      for (let i = start; i < Math.min(start + BATCH, counts[kind]); i++)
        for (const [table, rows] of Object.entries(rowsOf(i, counts))) (tables[table] ??= []).push(...rows);
      yield tables;
    }
  }
}
