import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SearchDocument } from '@dossier/search';
import { DAY_MS, toTimestamp } from '@dossier/shared';
import { engines } from '@dossier/store/testing';
import { z } from 'zod';
import { startTestApi, type TestApi } from '../testing/api.ts';
import {
  insertChanges,
  insertCompany,
  insertDocument,
  insertEvent,
  insertFiling,
  insertInto,
  insertMetric,
  insertNews,
} from '../testing/fixtures.ts';
import { REPEATED, statementsOf } from '../testing/statements.ts';
import { routes } from '../routes.ts';

/** More than the largest page of any list. */
const ROWS = 110;
/** A window that contains the rows of the fixtures. */
const WINDOW = 'updated_at_gte=2026-01-01&updated_at_lte=2026-01-02';
const LIST = '00000000-0000-4000-8000-000000000001';
/** Returns a window that also contains rows that the tests add to the fixtures. */
const window = (from: string, to: string) => `${from}=2025-12-25&${to}=2026-01-02`;

/** Each list with its largest page and the field that contains its items; every endpoint that pages has a case. */
const lists: [what: string, address: string, largest: number, items: string, size?: string][] = [
  ['companies that changed', `companies/?mode=sync&${WINDOW}`, 100, 'companies'],
  ['companies', 'search/companies/?', 100, 'companies'],
  ['companies by category', 'search/companies/?category=payments', 100, 'companies'],
  ['rankings', 'companies/rankings/?', 100, 'companies', 'limit'],
  ['documents', 'documents/?', 100, 'documents'],
  ['documents of a company', 'documents/?company_domain=c0.com', 100, 'documents'],
  ['news', `news/company/?${WINDOW}`, 50, 'company_news'],
  ['news of a company', 'news/company/?company_domain=c0.com', 50, 'company_news'],
  [
    'news of a window',
    `news/company/?news_type=all&${window('release_date_start', 'release_date_end')}`,
    50,
    'company_news',
  ],
  ['metrics', `metrics/?${WINDOW}`, 100, 'metrics'],
  ['metrics of a company', 'metrics/?company_domain=c0.com', 100, 'metrics'],
  [
    'metrics of a window',
    `metrics/?${window('measurement_end_date_gte', 'measurement_end_date_lte')}`,
    100,
    'metrics',
  ],
  ['events by cursor', 'events/?pagination=cursor&include_citations=true', 100, 'events'],
  ['events by number', 'events/?', 100, 'events'],
  ['events of a subtype', 'events/?subtypes=series_a&pagination=cursor', 100, 'events'],
  [
    'events of a window',
    'events/?start_date=2025-01-01&end_date=2026-01-02&pagination=cursor',
    100,
    'events',
  ],
  ['events in schema v0', 'events/?version=v0', 100, 'events'],
  ['events of a company', 'events/?company_domain=c0.com', 100, 'events'],
  ['filings', `filings/?${WINDOW}`, 50, 'filings'],
  ['filings of a company', 'filings/?company_domain=c0.com', 50, 'filings'],
  ['filings of a type', 'filings/?company_domain=c0.com&filing_type=10-K', 50, 'filings'],
  ['items of a category', 'categories/payments/items/?', 100, 'items', 'limit'],
  ['changes', 'changes/?', 100, 'changes', 'limit'],
  ['changes of a company', 'changes/?company_domain=c0.com', 100, 'changes', 'limit'],
  ['changes of a list', `lists/${LIST}/changes/?`, 50, 'changes', 'limit'],
  ['records of a kind', 'records/metric/?', 100, 'records', 'limit'],
  ['checksums of a kind', 'checksums/metric/?records=true', 100, 'records', 'limit'],
  ['messages of a webhook', 'webhooks/wh_1/deliveries/?', 100, 'deliveries', 'limit'],
  ['suggestions', 'search/suggest/?q=pay', 10, 'suggestions', 'limit'],
];

const suggestedAs = (title: string): SearchDocument => ({
  type: 'document',
  id: title,
  title,
  excerpt: '',
  url: '/research/payments',
  date: '2026-01-01T00:00:00.000Z',
  suggest: [title],
  passages: [],
});

const pagedPaths = routes.flatMap(({ endpoint: { method, path, input } }) => {
  const fields = input instanceof z.ZodObject ? Object.keys(input.shape) : [];
  return method === 'GET' && fields.some((name) => ['page_size', 'limit'].includes(name)) ? [path] : [];
});

it.each(pagedPaths)('the SQL statements of %s are counted by a case of this file', (path) => {
  const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/?]+')}/?\\?`);
  expect(lists.map(([, address]) => `/api/v1/${address}`)).toContainEqual(expect.stringMatching(pattern));
});

describe.each(engines)('the SQL statements of a list on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    const { db } = api;
    const [category] = await db('categories')
      .insert({ slug: 'payments', name: 'Payments' })
      .returning<{ id: number }[]>('id');
    for (let i = 0; i < ROWS; i++) {
      const own = await insertCompany(db, { domain: `c${i}.com` });
      const first = i === 0 ? own : (await db('companies').where({ domain: 'c0.com' }).first('id')).id;
      // Of the first company and of one of its own, so that a page has as many companies as rows.
      for (const company_id of new Set([own, first])) {
        await insertNews(db, { company_id });
        await insertMetric(db, { company_id }, [{ quote: 'Sales grew.' }]);
        await insertEvent(db, { company_id, type: 'funding_round' });
      }
      await insertFiling(db, { company_id: first });
      await insertChanges(db, [{ kind: 'filing', record: i, key: ['c0.com'], companies: [first] }]);
      await api.search.put([suggestedAs(`Payments ${i}`)]);
      const both = [...new Set([own, first])].map((company_id) => ({
        company_id,
        relation: 'subject' as const,
      }));
      const document_id = await insertDocument(db, { slug: `d${i}` }, both);
      await insertInto(db, 'document_categories', { document_id, category_id: category!.id });
      await insertInto(db, 'company_categories', { company_id: own, category_id: category!.id });
      await insertInto(db, 'company_financials', {
        company_id: own,
        name: 'latest_estimated_valuation',
        value: i,
      });
    }
    const { organization_id } = await db('api_keys').first<{ organization_id: number }>('organization_id');
    await db('webhooks').insert({
      ...{ id: 'wh_1', organization_id, url: 'https://example.com/', secret: 'whsec_', epoch: 'one' },
      ...{ after_seq: ROWS, created_at: '2026-01-01T00:00:00.000Z' },
    });
    await db('lists').insert({
      ...{ id: LIST, organization_id, name: 'All', corrections: 1, feed_key: 'k' },
      company_ids_json: JSON.stringify(await db('companies').orderBy('id').limit(10).pluck('id')),
      created_at: '2026-01-01T00:00:00.000Z',
    });
    const places = Array.from({ length: ROWS }, (_, i) => ({
      ...{ id: `msg_${i}`, webhook_id: 'wh_1', company_id: i, tries: 0 },
      ...{ after_seq: i, until_seq: i + 1, created_at: '2026-01-01T00:00:00.000Z' },
    }));
    await db('webhook_deliveries').insert(places);
    // The caller of the key is kept from now on.
    await api.get('/api/v1/usage');
  });
  afterAll(() => api.close());

  /** How many statements an address takes, how many of them count, and how many items it gives. */
  async function measure(address: string, items: string) {
    const { result, sent } = await statementsOf(api.db, () => api.get(address));
    expect(result.status).toBe(200);
    const { body } = result;
    const counts = sent.filter((sql) =>
      /^select (count|sum)\(|select sum\(|count\(\*\) over/.test(sql),
    ).length;
    return {
      statements: sent.length,
      counts,
      items: body[items].length as number,
      next: body.pagination?.next_link,
    };
  }

  it.each(lists)('are as many for a large page of %s as for a small one', async (...list) => {
    const [, address, largest, items, size = 'page_size'] = list;
    const small = await measure(`/api/v1/${address}&${size}=2`, items);
    const large = await measure(`/api/v1/${address}&${size}=${largest}`, items);
    expect([small.items, large.items]).toEqual([2, largest]);
    expect(large.statements).toBe(small.statements);
  });

  it.each(lists.filter(([, address]) => /pagination=cursor|documents|news|metrics|sync/.test(address)))(
    'of %s include a total count on the first page only',
    async (_, address, __, items) => {
      const first = await measure(`/api/v1/${address}&page_size=2`, items);
      const second = await measure(first.next as string, items);
      expect([first.counts, second.counts, second.items]).toEqual([1, 0, 2]);
      // Later ones ask instead whether few match, or nothing.
      expect(second.statements).toBeLessThanOrEqual(first.statements);
    },
  );

  /** Returns the statements of an address with their values, without those that every request sends. */
  async function sentBy(address: string): Promise<Statement[]> {
    const sent: Statement[] = [];
    const keep = (statement: Statement) => void (REPEATED.test(statement.sql) || sent.push(statement));
    api.db.on('query', keep);
    expect((await api.get(`/api/v1/${address}`)).status).toBe(200);
    api.db.removeListener('query', keep);
    return sent;
  }

  // The time to count the matches of several filters grows with the matches.
  const firstPages = lists.filter(([what]) => what !== 'companies by category');

  if (engine === 'sqlite') {
    it.each(firstPages)(
      'read the first page of %s from indexes, without sorting a table',
      async (_, address) => {
        for (const { sql, bindings } of await sentBy(address)) {
          const plan = await api.db.raw<{ detail: string }[]>(`explain query plan ${sql}`, bindings);
          const steps = plan.map(({ detail }) => detail).join('\n');
          const [page = '', ...rest] = steps.split('SCAN page');
          // A table or an index is read in the order of the list, until the page is full.
          const isBounded = / limit \?/.test(sql) && !page.includes('TEMP B-TREE FOR ORDER BY');
          expect(isBounded ? rest.join() : steps).not.toMatch(
            /SCAN (?!page|rows|json_each|each|changed|source|parts$)\w/,
          );
        }
      },
    );

    // A load may put all rows into one day, and a client may ask for the last hour of it.
    it.each(['metrics/?', 'news/company/?news_type=all', 'events/?', 'filings/?', 'documents/?'])(
      'count the rows of %s in a part of a day in an index alone',
      async (address) => {
        const part = 'updated_at_gte=2026-01-01T01:00:00Z&updated_at_lte=2026-01-02T01:00:00Z';
        const [total, ...others] = (await sentBy(`${address}&${part}`)).filter(({ sql }) =>
          /sum\(/.test(sql),
        );
        expect(others).toEqual([]);
        const plan = await api.db.raw<{ detail: string }[]>(
          `explain query plan ${total!.sql}`,
          total!.bindings,
        );
        const steps = plan.map(({ detail }) => detail);
        const ofCounts = steps.filter((step) => / USING PRIMARY KEY \(span=/.test(step));
        const ofRows = steps.filter((step) => step.includes(' USING COVERING INDEX '));
        expect([ofCounts.length, ofRows.length]).toEqual([1, 2]);
        expect(steps.filter((step) => /SEARCH|SCAN (?!parts)|MATERIALIZE/.test(step))).toEqual([
          ...ofCounts,
          ...ofRows,
        ]);
      },
    );
  } else
    it('visit no more rows for a first page when the tables are ten times as large, and few for far and last pages', async () => {
      const small = new Map<string, number>();
      await api.db.raw('vacuum analyze');
      for (const [what, address] of firstPages) small.set(what, await rowsVisited(address));
      expect(Math.min(...small.values())).toBeGreaterThanOrEqual(0);
      expect(Math.max(...small.values())).toBeGreaterThan(30);
      await grow();
      await api.db.raw('vacuum analyze');
      for (const [what, address] of firstPages) {
        const visited = await rowsVisited(address);
        expect({ what, isMore: visited > small.get(what)! * 1.5, visited }).toEqual({
          what,
          isMore: false,
          visited,
        });
      }
      for (const [first, far] of [
        ['events/?page_size=20', 'events/?page_size=20&page=100'],
        ['categories/payments/items/?limit=20', 'categories/payments/items/?limit=20&offset=2000'],
      ] as const)
        expect((await rowsVisited(far)) - (await rowsVisited(first))).toBeLessThan(300);
      const far: string[] = [];
      for (const [what, address] of firstPages) {
        const first = await rowsVisited(address);
        for (const place of await farPages(address)) {
          far.push(what);
          const visited = await rowsVisited(place);
          expect({ what, place, isMore: visited > first * 2 + 100, visited }).toEqual({
            ...{ what, place, isMore: false, visited },
          });
        }
      }
      expect(new Set(far).size).toBeGreaterThan(5);
    });

  /** Returns the third page of a list by its cursors, and the last one; none if it has no cursors. */
  const farPages = async (address: string): Promise<string[]> => {
    let at = address;
    for (let page = 1; page < 3; page++) {
      const { body } = await api.get(`/api/v1/${at}`);
      const next = (JSON.stringify(body) ?? '').match(/"next_link":"[^"]*\/api\/v1\/([^"]+)"/)?.[1];
      if (next === undefined) return [];
      at = next;
    }
    const last = at.replace(/page_after=[^&]*/, 'page_before=end');
    return last === at ? [at] : [at, last];
  };

  /** Returns how many rows and index entries the statements of an address read, on Postgres. */
  const rowsVisited = async (address: string): Promise<number> => {
    let visited = 0;
    const sent = await sentBy(address);
    await api.db.transaction(async (trx) => {
      // Postgres scans tables of this size completely, and joins them with hash joins.
      for (const setting of ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'])
        await trx.raw(`set local enable_${setting} = off`);
      for (const { sql, bindings } of sent) {
        const explain = `explain (analyze, format json) ${sql.replaceAll(/\$\d+/g, '?')}`;
        const { rows } = await trx.raw<Explained>(explain, bindings);
        visited += visitedBy(rows[0]!['QUERY PLAN'][0]!.Plan);
      }
    });
    return visited;
  };

  /** Makes all tables ten times as large. The added rows changed at other times. */
  async function grow(): Promise<void> {
    const { db } = api;
    const at = '2026-03-01T00:00:00.000Z';
    const other = { created_at: at, updated_at: at };
    const copies = <Row extends object>(rows: Row[], fields: (i: number) => object): Row[] =>
      rows.flatMap((row) => Array.from({ length: 9 }, (_, i) => ({ ...row, ...other, ...fields(i) })));
    const addTo = (table: string, rows: object[]) => db.batchInsert(table, rows, 500);
    let copied = 0;
    const scattered = () => toTimestamp(Date.parse('2025-01-01') + (copied++ % 300) * DAY_MS);
    for (const [table, name] of [
      ['news', 'headline'],
      ['metrics', 'observation_key'],
      ['events', 'name'],
      ['filings', 'accession_number'],
    ] as const) {
      const own = () => ({
        id: randomUUID(),
        [name]: randomUUID(),
        ...(table === 'events' && { event_date: scattered().slice(0, 10) }),
      });
      await addTo(table, copies(await db<object>(table), own));
    }
    const { id: category_id } = await db('categories').first('id');
    const { id: first } = await db('companies').where({ domain: 'c0.com' }).first('id');
    const withoutId = ({ id: _, ...row }: { id: number }) => row;
    const named = () => {
      const name = randomUUID();
      return { slug: name, name, domain: `${name}.com`, created_at: scattered() };
    };
    const companies = (await db('companies')).map(withoutId);
    const added = async (table: string, rows: object[]) => {
      await addTo(table, rows);
      return (await db(table).where({ updated_at: at }).pluck('id')) as number[];
    };
    const ids = await added('companies', copies(companies, named));
    await addTo(
      'company_categories',
      ids.map((company_id) => ({ company_id, category_id })),
    );
    const value = { name: 'latest_estimated_valuation', value: 5 };
    await addTo(
      'company_financials',
      ids.map((company_id) => ({ company_id, ...value })),
    );
    const documents = (await db('documents')).map(withoutId);
    const texts = await added(
      'documents',
      copies(documents, () => ({ slug: randomUUID(), published_at: scattered() })),
    );
    const link = { company_id: first, relation: 'subject', published_at: at };
    await addTo(
      'document_companies',
      texts.map((document_id) => ({ document_id, ...link })),
    );
    await addTo(
      'document_categories',
      texts.map((document_id) => ({ document_id, category_id })),
    );
    await insertChanges(
      db,
      Array.from({ length: 9 * ROWS }, (_, i) => ({
        kind: 'filing',
        record: ROWS + i,
        key: ['c0.com'],
        companies: [first],
      })),
    );
  }
});

interface Statement {
  sql: string;
  bindings: string[];
}

interface Explained {
  rows: { 'QUERY PLAN': { Plan: Plan }[] }[];
}

/** A node of a plan that Postgres has run. */
interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** Returns the number of rows that a plan read from tables, including the rows that it discarded. */
function visitedBy(plan: Plan): number {
  const removed =
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Join Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0);
  const read = plan['Relation Name'] === undefined ? 0 : plan['Actual Rows'];
  return (plan.Plans ?? []).reduce(
    (sum, part) => sum + visitedBy(part),
    (read + removed) * plan['Actual Loops'],
  );
}
