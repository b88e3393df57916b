import type { TestApi } from './api.ts';
import {
  insertChanges,
  insertCompany,
  insertDataset,
  insertDocument,
  insertEvent,
  insertFiling,
  insertInto,
  insertMetric,
  insertNews,
} from './fixtures.ts';

const EQUITY = {
  name: 'Series A Preferred',
  equity_type: 'preferred',
  round_type: 'series_a',
  issue_price: '1.25',
  issued_at: '2026-01-05T00:00:00.000Z',
  updated_at: '2026-01-06T00:00:00.000Z',
};
const CITATION = {
  link: 'https://news.example/a',
  headline: 'A',
  quote: 'It was said.',
  publication: 'News',
  type: 'article',
  updated_at: '2026-01-07T00:00:00.000Z',
};
const ARTICLE = {
  id: '6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11',
  link: 'https://news.example/b',
  headline: 'Acme raises',
  short_summary: 'A round.',
  date_published: '2026-01-20',
  thumbnail: null,
  publication: 'News',
  publication_score: 80,
};
const IMAGE = {
  id: 'image-1',
  type: 'image',
  url: 'https://assets.example/i.png',
  dimensions: { width: 640, height: 480 },
  srcset: {
    small: 'https://assets.example/s.png',
    medium: 'https://assets.example/m.png',
    large: 'https://assets.example/l.png',
    original: 'https://assets.example/i.png',
  },
  caption: 'A picture',
};
/** What three sources say about the company. */
const STATEMENTS = [
  {
    source: 'default',
    content_json: JSON.stringify({
      ...{ domain: 'acme.com', name: 'Acme', headquarters: { city: 'Tucson', country: 'United States' } },
      financials: [
        {
          ...{ name: 'latest_estimated_valuation', value: 95_000_000_000.5, date: '2026-01-13' },
          source_url: 'https://news.example/valuation',
        },
      ],
      source_urls: ['https://acme.com/about'],
    }),
    ...{ run: 1, file: 'feeds/companies.ndjson', line: 3, observed_at: '2026-01-02T00:00:00.000Z' },
  },
  {
    source: 'vendor',
    content_json: JSON.stringify({ domain: 'acme.com', headquarters: { city: 'Tuscon' } }),
    ...{ run: 2, file: 'C:\\feeds\\vendor.csv', line: 9, observed_at: '2026-01-03T00:00:00.000Z' },
  },
  {
    source: 'hand',
    content_json: JSON.stringify({ domain: 'acme.com', headquarters: { city: 'Tucson' } }),
    ...{ run: 3, file: null, line: null, observed_at: '2026-01-04T00:00:00.000Z' },
  },
];
const SECTION = { type: 'section', level: 2, elements: [], prev_section: null, next_section: null };
const CONTENT = {
  sections: [
    {
      ...SECTION,
      id: 'first',
      title: 'First',
      elements: [
        { text: 'Below', type: 'heading2', spans: [] },
        { text: 'Bold', type: 'paragraph', spans: [{ start: 0, end: 4, type: 'strong' }] },
        IMAGE,
      ],
      next_section: 'second',
    },
    { ...SECTION, id: 'second', title: 'Second', prev_section: 'first' },
  ],
  table_of_contents: [
    { id: 'first', title: 'First', level: 2, subsections: [{ id: 'below', title: 'Below', level: 3 }] },
  ],
};

/** Inserts a company, acme.com, with one row of every type, and another company with no other rows. */
export async function insertOneOfEach({ db, search }: TestApi): Promise<{ acme: number; dataset: number }> {
  const acme = await insertCompany(
    db,
    {
      domain: 'acme.com',
      slug: 'acme',
      name: 'Acme',
      cik: '0000320193',
      description: 'Makes anvils.',
      founding_year: 1949,
      headquarters_city: 'Tucson',
      headquarters_country: 'United States',
      logo_json: '{"url":"https://acme.com/logo.png","dimensions":{"width":64,"height":64}}',
      social_json: '[{"url":"https://x.com/acme","type":"x"}]',
      legal_entities_json: '[{"name":"Acme Inc.","country":"United States"}]',
      key_people_json: JSON.stringify({
        founders: [{ id: '6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11', name: 'W. E. Coyote' }],
        ceo: [{ id: '6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a12', name: 'R. Runner' }],
      }),
    },
    ['acme.org'],
  );
  const company_id = acme;
  await insertCompany(db, { domain: 'bare.com', slug: 'bare', name: 'Bare' });
  await db('statements').insert(
    STATEMENTS.map((row) => ({ ...row, kind: 'company', record_id: String(acme) })),
  );
  await insertInto(db, 'company_financials', [
    {
      ...{ company_id, name: 'latest_estimated_valuation', value: 95_000_000_000.5, date: '2026-01-13' },
      source_url: 'https://news.example/valuation',
    },
    { company_id, name: 'latest_estimated_revenue', value: 5_000_000_000, date: '2025-12-31' },
    { company_id, name: 'total_estimated_funding', value: 9_000_000_000, date: '2026-01-13' },
  ]);
  await db('company_listings').insert({ company_id, ticker: 'ACME', venue: 'NYSE', listed_at: '2025-03-04' });
  const [category] = await db('categories')
    .insert({ slug: 'anvils', name: 'Anvils' })
    .returning<{ id: number }[]>('id');
  await insertInto(db, 'company_categories', { company_id, category_id: category!.id });
  const dataset = await insertDataset(db, {
    company_id,
    name: 'Acme: Revenue ($B)',
    source_url: 'https://a.example',
    data_json: JSON.stringify([
      {
        x: '2024-12-31T00:00:00.000Z',
        y: 1_000_000.5,
        type: 'historical',
        source_url: 'https://a.example/1',
      },
      { x: '2025-12-31T00:00:00.000Z', y: 2_000_000, type: 'estimate' },
    ]),
  });
  const document_id = await insertDocument(
    db,
    {
      slug: 'anvil-market',
      title: 'The anvil market',
      pdf_url: 'https://assets.example/a.pdf',
      preview_image: 'https://assets.example/a.png',
      preview_description: 'Who makes them.',
      metadata_json: '{"total_sections":2,"reading_time":1,"total_elements":3,"has_images":true}',
    },
    [{ company_id, relation: 'connected' }],
    CONTENT,
  );
  await insertInto(db, 'document_categories', { document_id, category_id: category!.id });
  await insertFiling(db, { company_id });
  await insertNews(db, { company_id, articles_json: JSON.stringify([ARTICLE]) });
  await insertMetric(db, { company_id }, [{ quote: 'Sales grew.' }]);
  const events = [
    {
      type: 'funding_round' as const,
      subtype: 'series_a',
      name: 'Series A',
      data: { equities: [EQUITY, { ...EQUITY, name: 'Series A Common', equity_type: 'common' }] },
      citations_json: JSON.stringify([CITATION]),
    },
    { type: 'secondary_transaction' as const, subtype: 'tender_offer', name: 'Tender' },
    {
      type: 'corporate_action' as const,
      subtype: 'stock_split',
      name: 'Split',
      data: { data: { ratio: '2:1' } },
    },
    { type: 'company_milestone' as const, subtype: 'ipo', name: 'Listed' },
  ];
  for (const event of events) await insertEvent(db, { company_id, ...event });
  await insertChanges(db, [
    { kind: 'company', record: acme, key: ['acme.com'], companies: [acme], fields: ['financials'] },
    { op: 'delete', kind: 'document', record: document_id + 1, key: ['gone'], companies: [acme] },
  ]);
  await search.put([
    {
      type: 'document',
      id: String(document_id),
      title: 'The anvil market',
      excerpt: 'Who makes anvils.',
      url: '/research/anvil-market',
      date: '2026-01-13T00:00:00.000Z',
      passages: [{ id: 'first', title: 'First', text: 'Anvils fall.' }],
    },
    {
      type: 'company',
      id: String(acme),
      title: 'Acme, maker of every anvil',
      excerpt: '',
      url: '/acme',
      date: '2026-01-14T00:00:00.000Z',
      passages: [],
    },
  ]);
  return { acme, dataset: dataset.dataset_id };
}
