import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { usualEngines } from '@dossier/store/testing';
import request from 'supertest';
import { routes } from '../routes.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { insertExamples } from '../testing/contract/rows.ts';
import {
  companyRow,
  deleteFrom,
  insertChanges,
  insertCompany,
  insertInto,
  insertNews,
} from '../testing/fixtures.ts';
import { columnsOfList } from '../rows/read.ts';

/** The addresses of lists, and where their pages differ from a file: the first page, and the link to the next one. */
const lists: [address: string, first: string][] = [
  ['events/?company_domain=stripe.com', '&pagination=cursor'],
  ['events/?version=v0&types=company-milestone', '&pagination=cursor'],
  ['news/company/?company_domain=stripe.com&news_type=all', ''],
  ['filings/?company_domain=apple.com', ''],
  ['filings/?updated_at_gte=2026-01-10&updated_at_lte=2026-01-20', ''],
  ['documents?type=market', ''],
  ['documents?company_domain=stripe.com', ''],
  ['metrics/?company_domains=stripe.com,uber.com', ''],
  ['search/companies/?fields=name,domain', ''],
  ['companies/rankings/?company_type=private', '&page_after=Start'],
  ['categories/payments/items/', ''],
  ['categories/?company_domain=stripe.com', ''],
  ['usage/?days=7', ''],
  ['usage/?by=operation', ''],
];

/** Returns the records of a CSV text, by RFC 4180. */
function parseCsv(text: string): Record<string, string>[] {
  const lines = text.match(/(?:"(?:[^"]|"")*"|[^"\r])*\r\n/g) ?? [];
  expect(lines.join('')).toBe(text);
  const [names, ...rows] = lines.map((line) =>
    [...line.slice(0, -2).matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!,
    ),
  );
  return rows.map((row) => Object.fromEntries(names!.map((name, place) => [name, row[place]!])));
}

/** Returns an address with the extension of a file. */
const as = (extension: string, address: string) => address.replace(/\/?(\?|$)/, `.${extension}$1`);

describe.each(usualEngines)('files of lists on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await insertExamples(api);
    await api.get('/api/v1/documents');
  });
  afterAll(() => api.close());

  const get = (address: string, accept = '*/*') => api.get(`/api/v1/${address}`, { accept });

  /** Reads a file with its headers, whatever its media type. */
  async function file(address: string, accept = '*/*') {
    const headers = { authorization: `Token ${api.key}`, accept };
    const answer = await fetch(`${api.url}/api/v1/${address}`, { headers });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
  }

  /** Returns all rows of a list, read by pages. */
  async function walk(address: string, first = ''): Promise<object[]> {
    const rows: object[] = [];
    const { rows: name } = routes.find(({ endpoint: { path, method } }) => {
      const form = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
      return method === 'GET' && form.test(`/api/v1/${address.replace(/\/?(\?.*)?$/, '')}`);
    })!.endpoint;
    for (let next: string | null = `/api/v1/${address}${first}`; next;) {
      const { body } = await api.get(next);
      rows.push(...(body[name!] as object[]));
      const { next_link, next: link, next_offset } = body.pagination ?? {};
      next = next_link ?? link ?? (next_offset ? `/api/v1/${address}?offset=${next_offset}` : null);
    }
    return rows;
  }

  it('exist for every list that has pages', () => {
    const paged = routes.filter(
      ({ endpoint: { input, access } }) =>
        access === 'partner' &&
        ['page_after', 'cursor', 'offset'].some(
          (name) => name in ((input as { shape?: object }).shape ?? {}),
        ),
    );
    const without = paged
      .filter(({ endpoint }) => !endpoint.rows)
      .map(({ endpoint }) => endpoint.operationId);
    // The answers of the first have three forms, and those of the second are ranked for one page.
    expect(without).toEqual(['getCompanies', 'search']);
    const unread = routes.filter(({ endpoint }) => endpoint.rows && columnsOfList(endpoint).length < 2);
    expect(unread).toEqual([]);
  });

  it.each(lists)('%s has the rows of its pages as NDJSON and CSV', async (address, first) => {
    const rows = await walk(address, first);
    expect(rows.length).toBeGreaterThan(0);
    const ndjson = await file(address, 'application/x-ndjson');
    expect(ndjson.headers['content-type']).toBe('application/x-ndjson');
    expect(Number(ndjson.headers['dossier-seq'])).toBeGreaterThan(0);
    const items = ndjson.text.split('\n').slice(0, -1);
    expect(items.map((item) => JSON.parse(item) as object)).toEqual(rows);
    expect((await file(as('ndjson', address))).text).toBe(ndjson.text);

    const csv = await file(as('csv', address));
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="\w+\.csv"$/);
    expect((await file(address, 'text/csv')).text).toBe(csv.text);
    const records = parseCsv(csv.text);
    const columns = Object.keys(records[0]!);
    expect(records).toEqual(
      rows.map((row) => Object.fromEntries(columns.map((column) => [column, cellOf(row, column)]))),
    );
    const missing = rows
      .flatMap(leavesOf)
      .filter((leaf) => !columns.some((one) => `${leaf}.`.startsWith(`${one}.`)));
    expect(missing).toEqual([]);
  });

  it('name the operation of a usage only if they are asked for it', async () => {
    const header = async (address: string) => (await file(address)).text.split('\r\n')[0];
    expect(await header('usage.csv?days=7')).toBe('date,family,requests,tasks');
    expect(await header('usage.csv?by=family')).toBe('date,family,requests,tasks');
    expect(await header('usage.csv?by=operation')).toBe('date,family,operation,requests,tasks');
  });

  /** Returns the cell of a value inside a row. */
  function cellOf(row: object, column: string): string {
    const value = column
      .split('.')
      .reduce<unknown>((part, name) => (part as Record<string, unknown> | null | undefined)?.[name], row);
    if (value === null || value === undefined) return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  }

  /** Returns the paths of the values of a row that are not objects. */
  const leavesOf = (row: object): string[] =>
    Object.entries(row).flatMap(([name, value]: [string, unknown]) => {
      if (value === null || typeof value !== 'object' || Array.isArray(value)) return [name];
      return leavesOf(value).map((inner) => `${name}.${inner}`);
    });

  it('have all rows, in whatever page sizes they are read and asked for', async () => {
    const company_id = await insertCompany(api.db, { domain: 'many.com' });
    const row = (await api.db('news').first()) as object;
    const rows = Array.from({ length: 450 }, (_, i) => ({
      ...row,
      company_id,
      id: idOf(i),
      headline: `No. ${i}`,
    }));
    await insertInto(api.db, 'news', rows);
    const address = 'news/company.csv?company_domain=many.com&news_type=all&page_size=3';
    const { text } = await get(address);
    const headlines = parseCsv(text).map(({ headline }) => headline);
    expect(new Set(headlines).size).toBe(450);
    expect(headlines).toHaveLength(450);
    const body = { company_domain: 'many.com', news_type: 'all' };
    const posted = await api.send('post', '/api/v1/news/company.csv', body);
    expect(posted.text).toBe(text);
    const head = await request(api.url).head(`/api/v1/${address}`).set('authorization', `Token ${api.key}`);
    expect([head.status, head.headers['content-type'], head.text]).toEqual([
      200,
      'text/csv; charset=utf-8',
      undefined,
    ]);
  });

  const idOf = (i: number) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;

  it('have no formulas in CSV, and numbers as they are', async () => {
    const company_id = await insertCompany(api.db, { domain: 'formula.com' });
    const headlines = [
      '=1+1',
      '+A1',
      '-A1',
      '@SUM(A1)',
      '\t=1',
      ' =1',
      '＝1',
      '-12.5',
      '42',
      'a, "b"\nc',
      'plain',
    ];
    for (const headline of headlines) await insertNews(api.db, { company_id, headline, importance: 'major' });
    const { text } = await get('news/company.csv?company_domain=formula.com');
    const cells = parseCsv(text).map(({ headline }) => headline);
    const safe = [
      "'=1+1",
      "'+A1",
      "'-A1",
      "'@SUM(A1)",
      "'\t=1",
      "' =1",
      "'＝1",
      '-12.5',
      '42',
      'a, "b"\nc',
      'plain',
    ];
    expect(cells.sort()).toEqual(safe.sort());
  });

  it.each([
    ['the plain adapter', (one: TestApi) => one.url],
    ['Express', (one: TestApi) => one.app],
  ])('break the connection of %s when an error follows the first rows', async (name, target) => {
    const company_id = await insertCompany(api.db, { domain: `${name.length}.com` });
    const row = (await api.db('news').first()) as object;
    const rows = Array.from({ length: 250 }, (_, i) => ({
      ...row,
      company_id,
      id: idOf(1000 * company_id + i),
      headline: `No. ${i}`,
      // The SQL copies stored JSON, so only the reader of the row finds that it is damaged.
      ...(i === 20 && { articles_json: '[{"title":' }),
    }));
    await insertInto(api.db, 'news', rows);
    const address = `/api/v1/news/company.csv?company_id=${company_id}&news_type=all`;
    const answer = request(target(api)).get(address).set('authorization', `Token ${api.key}`);
    await expect(answer).rejects.toThrow(/aborted|hang up/);
  });

  it('are rejected for an answer without rows, and for other media types', async () => {
    const one = await get('categories/?slug=payments', 'text/csv');
    expect([one.status, one.body]).toEqual([406, expect.objectContaining({ code: 'not_acceptable' })]);
    const html = await get('documents', 'text/html');
    expect(html.body.error).toBe(
      'This address returns application/json and text/csv and application/x-ndjson.',
    );
    expect((await get('documents', 'text/html,*/*;q=0.8')).headers['content-type']).toMatch(
      /^application\/json/,
    );
    expect((await get('companies/stripe.csv')).status).toBe(404);
  });

  it('name the change after which the feed continues', async () => {
    await insertChanges(api.db, [{ kind: 'news', record: 'x', key: ['x'], companies: [12] }]);
    const { body } = await get('changes/latest/');
    const { headers } = await file('documents.csv');
    expect(Number(headers['dossier-seq'])).toBe(body.seq);
    expect((await get('documents', 'application/json')).headers['dossier-seq']).toBeUndefined();
  });
});

describe('the limit of a plan on files', () => {
  let api: TestApi;
  beforeAll(async () => {
    const rateLimits = new Map([['Platforms', { tasks: 3, seconds: 60 }]]);
    api = await startTestApi('sqlite', { rateLimits, clock: () => new Date('2026-01-14T00:00:00.000Z') });
    const company_id = await insertCompany(api.db, { domain: 'many.com' });
    await insertNews(api.db, { company_id, headline: 'No. 0' });
    const row = (await api.db('news').first()) as object;
    const copies = Array.from({ length: 300 }, (_, i) => ({ ...row, id: `${i}`, headline: `No. ${i + 1}` }));
    await insertInto(api.db, 'news', copies);
  });
  afterAll(() => api.close());

  it('counts all companies of several filters, of which a page counts 200', async () => {
    const companies = Array.from({ length: 301 }, (_, i) =>
      companyRow({ domain: `m${i}.com`, type: 'public', headquarters_country: 'Malta' }),
    );
    await insertInto(api.db, 'companies', companies);
    const { status, body } = await api.get('/api/v1/search/companies.csv?country=Malta&type=public');
    expect([status, body.error]).toEqual([422, expect.stringContaining('The list has 301 rows')]);
  });

  it('is a task for each 100 rows, and the tasks of a window for one file', async () => {
    const address = '/api/v1/news/company.csv?company_domain=many.com&news_type=all';
    const long = await api.get(address);
    expect([long.status, long.body]).toEqual([
      422,
      {
        error:
          'The list has 301 rows, and a file has at most 300 for your plan. Add filters, such as a range of dates, or read the list by pages.',
        code: 'file_too_large',
        request_id: expect.any(String),
      },
    ]);
    await deleteFrom(api.db, 'news', { id: '0' });
    await deleteFrom(api.db, 'news', { id: '1' });
    const whole = await api.get(address);
    expect([whole.status, whole.headers['x-ratelimit-remaining']]).toEqual([200, '0']);
    expect(whole.text.match(/\r\n/g)).toHaveLength(300);
    expect((await api.get(address)).status).toBe(429);
  });
});
