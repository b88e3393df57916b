import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DAY_MS, toTimestamp } from '@dossier/shared';
import { engines } from '@dossier/store/testing';
import { z } from 'zod';
import { startTestApi, type TestApi } from '../testing/api.ts';
import {
  insertChanges,
  insertCompany,
  insertDocument,
  insertEvent,
  insertInto,
  insertMetric,
  insertNews,
} from '../testing/fixtures.ts';
import { planOfPage } from '../testing/plan.ts';
import { routes } from '../routes.ts';

interface Statement {
  sql: string;
  bindings: string[];
}

const COMPANIES = 300;
/** Rows of each company in each table: enough for a database to mind how it reads them. */
const ROWS = 30;
/** What a plan says that reads an index and no rows. */
const ONLY = { sqlite: 'USING COVERING INDEX ', postgres: 'Index Only Scan using ' };

/** The lists of several companies: the table of each, and the field without which an empty list reads nothing. */
const companyLists: Record<string, { table: string; also?: string }> = {
  '/api/v1/news/company': { table: 'news' },
  '/api/v1/metrics': { table: 'metrics' },
  '/api/v1/events': { table: 'events', also: 'pagination=cursor' },
};
const NO_FILTERS = [
  'company_id',
  'company_uid',
  'company_slug',
  'company_domain',
  'company_ids',
  'company_domains',
  'page',
  'page_after',
  'page_before',
  // The example of `as_of` is before the history of the test, and queries with `as_of` have other plans.
  'as_of',
];

/** A query for every filter of every list of several companies, read from the schemas of their inputs. */
const filters = routes.flatMap(({ endpoint: { method, path, input } }) => {
  if (method !== 'GET' || !(input instanceof z.ZodObject)) return [];
  // Embeds of several companies are not lists: they have no pages.
  if (!('company_domains' in input.shape && 'page_size' in input.shape)) return [];
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties)
    .filter((name) => !NO_FILTERS.includes(name))
    .map((name) => [path, `${name}=${valueOf(properties[name] as JsonSchema)}`] as const);
});

interface JsonSchema {
  anyOf?: JsonSchema[];
  enum?: unknown[];
  pattern?: string;
  type?: string;
  minimum?: number;
  items?: JsonSchema;
}

function valueOf({ anyOf, ...schema }: JsonSchema): unknown {
  const { enum: choices, pattern, type, items, minimum } = { ...anyOf?.[0], ...schema };
  if (type === 'array') return valueOf(items!);
  if (type === 'boolean') return true;
  const isTime = pattern?.includes('T');
  return choices?.[0] ?? minimum ?? (isTime ? '2020-01-01' : 'any_word');
}

describe.each(engines)('query plans of filtered lists on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    const companies: number[] = [];
    for (let i = 0; i < COMPANIES; i++) companies.push(await insertCompany(api.db, { domain: `c${i}.com` }));
    const first = { company_id: companies[0]! };
    await insertNews(api.db, first);
    await fill('news', companies, (unique, day) => ({
      headline: unique,
      release_date: `${day}T00:00:00.000Z`,
    }));
    await insertMetric(api.db, first);
    await fill('metrics', companies, (unique, end_date) => ({ observation_key: unique, end_date }));
    // Of no type, so that all of them may have it.
    const data = { transaction_amount: null, price_per_share: null, effective_date: null, description: null };
    await insertEvent(api.db, { ...first, type: 'funding_round', data: { ...data, data: {} } });
    await fill('events', companies, (unique, event_date, i) => ({
      name: unique,
      event_date,
      type: ['funding_round', 'secondary_transaction', 'corporate_action', 'company_milestone'][i % 4],
      subtype: `subtype_${i % 25}`,
    }));
    for (const [i, company_id] of companies.entries())
      await insertDocument(api.db, { slug: `document-${i}` }, [{ company_id, relation: 'subject' }]);
    await insertChanges(
      api.db,
      companies.flatMap((company) =>
        Array.from({ length: ROWS }, (_, i) => ({
          kind: ['news', 'event'][i % 2]!,
          record: `${company} ${i}`,
          key: ['c'],
          companies: [company],
        })),
      ),
    );
    // As its autovacuum does; it also tells that an index will do where no row has changed since. Nobody tells SQLite.
    if (engine === 'postgres') await api.db.raw('vacuum analyze');
  });
  afterAll(() => api.close());

  /** Repeats the one row of a table. */
  async function fill(
    table: string,
    companies: number[],
    fieldsOf: (unique: string, day: string, i: number) => object,
  ): Promise<void> {
    const row = await api.db(table).first();
    const rows = companies.flatMap((company_id) =>
      Array.from({ length: ROWS }, (_, i) => {
        const time = toTimestamp(Date.parse('2026-01-01') - i * DAY_MS);
        const fields = fieldsOf(randomUUID(), time.slice(0, 10), i);
        return { ...row, company_id, created_at: time, updated_at: time, id: randomUUID(), ...fields };
      }),
    );
    await insertInto(api.db, table, rows);
  }

  async function planOf(
    table: string,
    path: string,
    statement = new RegExp(`from .${table}. .*order by`),
  ): Promise<string> {
    const seen: Statement[] = [];
    const listen = (statement: Statement) => seen.push(statement);
    api.db.on('query', listen);
    expect((await api.get(`/api/v1/${path}`)).status).toBe(200);
    api.db.removeListener('query', listen);
    const { sql, bindings } = seen.find((one) => statement.test(one.sql))!;
    if (engine === 'sqlite') return JSON.stringify(await api.db.raw(`explain query plan ${sql}`, bindings));
    const plan = await api.db.raw(`explain ${sql.replaceAll(/\$\d+/g, '?')}`, bindings);
    return JSON.stringify(plan.rows).replaceAll('Scan Backward', 'Scan');
  }

  const some = Array.from({ length: 3 }, (_, i) => `c${i}.com`).join();

  // Which index of their companies Postgres takes turns on how much of a table its vacuum could mark: not for a test.
  const ofCompanies: [what: string, index: string, path: string][] = [
    ['news of companies', 'news_of_companies', `news/company/?page_size=50&company_domains=${some}`],
    [
      'metrics of companies',
      'metrics_of_companies',
      `metrics/?page_size=100&company_domains=${some}&metric_base=revenue`,
    ],
    [
      'events of companies',
      'events_of_companies',
      `events/?page_size=100&pagination=cursor&company_domains=${some}`,
    ],
    [
      'events of companies and a type',
      'events_of_companies',
      `events/?pagination=cursor&types=funding-round&company_domains=${some}`,
    ],
    ['events of companies by number', 'events_of_companies', `events/?page=2&company_domains=${some}`],
  ];
  // SQLite takes one type after the other, and of each no more than the page holds.
  const ofTypes = engine === 'sqlite' ? 'events_by_type' : 'events_by_date';
  it.each([
    ...(engine === 'sqlite' ? ofCompanies : []),
    ['events of types', ofTypes, 'events/?pagination=cursor&types=corporate-action,company-milestone'],
    ['events of a type', 'events_by_type', 'events/?pagination=cursor&types=corporate-action'],
    ['milestones of v0', ofTypes, 'events/?pagination=cursor&version=v0&types=company-milestone'],
    ['milestones of v0 by number', ofTypes, 'events/?page=2&version=v0&types=company-milestone'],
    [
      'events of subtypes',
      'events_by_',
      'events/?pagination=cursor&subtypes=subtype_0,subtype_1,subtype_2,subtype_3,subtype_4',
    ],
  ])('a page of %s is read from the index %s alone', async (what, index, path) => {
    const plan = await planOf(
      what.split(' ')[0]!.replace('milestones', 'events'),
      path + '&created_at_gte=2000-01-01',
    );
    expect(plan).toContain(ONLY[engine] + index);
    expect(plan).not.toMatch(/Seq Scan|Bitmap/);
    if (index === 'events_by_date') expect(plan).not.toMatch(/Sort|B-TREE/);
  });

  // A plan for any company that reads more than keys sorts all rows of a large one.
  if (engine === 'postgres')
    it('a page of one company takes its keys from an index alone', async () => {
      const plan = await planOfPage(api, '/api/v1/news/company/?company_domain=c7.com&news_type=all');
      expect(plan).toMatch(/Index Only Scan[a-z ]* using news_of_companies/i);
    });

  if (engine === 'sqlite')
    it.each(filters)('%s of several companies with %s is read from an index', async (path, filter) => {
      expect(Object.keys(companyLists)).toContain(path);
      const { table, also = '' } = companyLists[path]!;
      const query = filter.startsWith('pagination=') ? filter : `${filter}&${also}`;
      const plan = await planOf(table, `${path.replace('/api/v1/', '')}?company_domains=${some}&${query}`);
      // Few rows of a company change in a window: those are found first, and sorted then.
      const index = filter.startsWith('updated_at')
        ? `USING INDEX ${table}_company_id_updated_at`
        : ONLY.sqlite;
      expect(plan).toContain(index);
    });

  it.each([
    ['news', 'news/company/?news_type=all', 'news_updated_at_company_id_index'],
    ['metrics', 'metrics/?', 'metrics_updated_at_company_id_index'],
    ['events', 'events/?pagination=cursor', 'events_updated_at_company_id_index'],
  ])('a page of %s that changed in one day uses the index on updated_at', async (table, path, index) => {
    const day = 'updated_at_gte=2025-12-10&updated_at_lte=2025-12-10';
    const plan = await planOf(table, `${path}&${day}`);
    expect(plan).toContain(index);
    // Found whole, and then sorted.
    expect(plan).toMatch(/Sort|B-TREE/);
  });

  const ranges = {
    sqlite: [
      'SEARCH c USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)',
      'SEARCH of USING PRIMARY KEY (company_id=?',
    ],
    postgres: ['changes_pkey', 'change_companies_pkey'],
  }[engine];
  it.each([
    ['changes', ranges[0]!, 'changes/?after=8000'],
    ['changes of a kind', ranges[0]!, 'changes/?after=8000&kinds=news'],
    ['changes of a company', ranges[1]!, 'changes/?after=10&company_domain=c7.com'],
  ])('a page of %s is a range of an index, in its order', async (_, index, path) => {
    const plan = await planOf('changes', path, /from .changes. as .c. .*order by/);
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/Seq Scan|Bitmap|Sort|SCAN|B-TREE/);
  });

  it.each(['company_domain=c1.com', 'id=1', 'company_slug=c1-com'])(
    'a company by %s is read from indexes, with all its parts',
    async (query) => {
      const plan = await planOf('companies', `companies/?${query}`, /^select .*format/);
      // Of Postgres, only the tables that have rows here: it scans small ones.
      expect(plan).not.toMatch(engine === 'sqlite' ? /SCAN (?!rows)/ : /Seq Scan on (companies|events)/);
    },
  );

  it.each([
    'funding-rounds/?company_domain=c1.com',
    'companies/?company_domain=c1.com',
    'events/?pagination=cursor&company_domain=c1.com&subtypes=subtype_4',
  ])('%s reads the events of the company, not all events of a type', async (path) => {
    expect(await planOf('events', path)).not.toMatch(/events_by_(sub)?type/);
  });

  if (engine === 'sqlite')
    it('a page behind a cursor begins at the cursor, not at the end of the window', async () => {
      const window = 'events/?pagination=cursor&page_size=5&start_date=2025-12-10&end_date=2025-12-31';
      const first = await api.get(`/api/v1/${window}`);
      const address = (first.body.pagination.next_link as string).replace(/^.*\/api\/v1\//, '');
      expect(await planOf('events', address)).toContain('(event_date,id)<(?,?)');
    });

  // Postgres has statistics, and scans tables of this size.
  if (engine === 'sqlite')
    it.each([
      ['counted', /^select count\(.* from .document_companies. /],
      ['read', /from .document_companies. .*order by/],
    ])('documents of a company and a type are %s by the company, not by the type', async (_, statement) => {
      const plan = await planOf('documents', 'documents/?company_domain=c1.com&type=market', statement);
      expect(plan).toContain('document_companies_company_id_published_at_document_id_index (company_id=?)');
      expect(plan).not.toContain('documents_type');
    });
});
