import { catalogue } from '@dossier/shared';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { html } from '@dossier/pages';
import request from 'supertest';
import { operationsOf, type OpenApiDocument } from '../../openapi/index.ts';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import { readGuides, readText } from './guides.ts';

/** What partners and publishers ask, with the beginnings of the right addresses. */
const QUESTIONS: [question: string, ...right: string[]][] = [
  ['How do I authenticate?', 'partners/authentication'],
  ['Which header has the API key?', 'partners/authentication'],
  ['What happens when I exceed the rate limit?', 'partners/authentication#rate', 'limits', 'errors#too_many'],
  ['How do I follow next_link?', 'partners/paging', 'quickstart#next'],
  ['my cursor is invalid', 'partners/paging#cursors', 'errors#invalid_cursor'],
  ['keep a copy up to date', 'partners/sync'],
  ['How do I notice deleted records?', 'partners/sync', 'api/changes/list-changes'],
  ['first copy of all companies', 'partners/sync'],
  ['the 14 day window', 'partners/filters#windows'],
  ['news of several companies', 'api/news'],
  ['find a company by ticker', 'partners/filters#find-companies', 'api/companies/search-companies'],
  ['what to retry after a 503', 'partners/errors#what-to-retry'],
  ['data as of a past date', 'partners/as-of'],
  ['How long is a signed address valid?', 'publishers/signed-addresses'],
  ['oEmbed', 'publishers/data#oembed', 'api/embeds/get-oembed'],
  ['draw my own data', 'publishers/charts', 'publishers/elements#data-of-your-own'],
  ['where does a value come from', 'api/companies/explain-company'],
  ['screen reader', 'publishers/accessibility'],
  ['suggestions while typing', 'partners/search#suggestions', 'api/search/suggest-search'],
  ['maximum page_size', 'limits#pages', 'partners/paging'],
  ['download everything as CSV', 'partners/paging#download-all-rows-as-csv-or-ndjson'],
  ['call the API from JavaScript in the browser', 'partners/authentication#keep-the-key'],
  ['why do I get a 403?', 'partners/authentication#401', 'errors#403'],
  ['list all companies', 'api/companies/get-companies', 'partners/filters#find-companies', 'partners/sync'],
  ['embed a chart in WordPress', 'publishers/builder', 'publishers/data#oembed', 'publishers/paste-an-embed'],
  ['dark mode', 'publishers/paste-an-embed#options', 'publishers/accessibility'],
  ['how many requests per minute', 'limits', 'partners/authentication#rate', 'errors#too_many'],
  ['funding rounds of a company', 'api/events'],
  ['what happens to the id when two companies are merged', 'partners/sync', 'partners/as-of'],
  ['time zone of timestamps', 'partners/filters#choose-dates'],
  ['test without real data', 'partners/test-mode'],
  ['simulate a rate limit error', 'partners/test-mode'],
  ['what does 410 mean in the change feed', 'partners/sync', 'errors#'],
  ['load the data into Postgres', 'partners/sync'],
  ['Parquet files', 'partners/sync', 'api/snapshots'],
  ['expire an embed', 'publishers/signed-addresses'],
  ['verify that my copy equals the service', 'partners/sync#check'],
  ['my webhook stopped receiving messages', 'partners/webhooks'],
  ['connect an agent with MCP', 'partners/agents'],
  ['which scopes can a key have', 'partners/authentication#scopes'],
];
const FIRST = 2;
const MIN_FOUND = 39;

const hrefsIn = (text: string) => [...text.matchAll(/ href="([^"]+)"/g)].map(([, href]) => href!);

describe('the documentation', () => {
  let api: TestApi;
  let documented: OpenApiDocument;
  /** Every page that a link leads to, by its path. */
  const pages = new Map<string, string>();
  beforeAll(async () => {
    api = await startTestApi('sqlite');
    documented = (await request(api.url).get('/openapi.json')).body;
    const open = ['/docs'];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      const { status, text } = await request(api.url).get(path);
      expect([path, status]).toEqual([path, 200]);
      pages.set(path, text);
      for (const href of hrefsIn(text)) {
        const target = href.split('#')[0]!;
        if (/^\/docs(\/|$)/.test(target) && !pages.has(target) && !open.includes(target)) open.push(target);
      }
    }
  });
  afterAll(() => api.close());

  it('is beside a public OpenAPI 3.1 document with PUBLIC_URL as its server', async () => {
    for (const path of ['/openapi.json', '/openapi.json/']) {
      const { status, type, body } = await request(api.url).get(path);
      expect([status, type]).toEqual([200, 'application/json']);
      expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: PUBLIC_URL }] });
      expect(Object.keys(body.paths)).toContain('/api/v1/companies/rankings/');
    }
  });

  it.each(['/openapi.json', '/docs', '/docs/partners/sync', '/llms.txt'])(
    'is cached at %s and returns 304 for its ETag',
    async (path) => {
      const first = await request(api.url).get(path);
      expect(first.headers['cache-control']).toBe('public, max-age=300');
      const again = await request(api.url).get(path).set('if-none-match', first.headers['etag']!);
      expect([again.status, again.text]).toEqual([304, '']);
    },
  );

  it('is the redirect target of /, and is named in the 404 of an unknown API path', async () => {
    const root = await request(api.url).get('/');
    expect([root.status, root.headers['location']]).toEqual([302, `${PUBLIC_URL}/docs`]);
    const { status, body } = await api.get('/api/v1/company/');
    expect([status, body.code, body.error]).toEqual([404, 'not_found', expect.stringContaining('/docs')]);
  });

  it('serves every guide for partners and publishers, and none for operators and data teams', async () => {
    const guides = readGuides('public');
    expect(guides.filter(({ file }) => /^(partners|publishers)\//.test(file)).length).toBeGreaterThan(12);
    for (const { path, title } of guides)
      expect([path, pages.get(`/docs/${path}`)]).toEqual([
        path,
        expect.stringContaining(`<h1>${title}</h1>`),
      ]);
    const forOperators = readGuides('operator').filter(
      ({ file }) => !guides.some((one) => one.file === file),
    );
    expect(forOperators.length).toBeGreaterThan(20);
    for (const { path } of forOperators) {
      expect([path, (await request(api.url).get(`/docs/${path}`)).status]).toEqual([path, 404]);
      expect(pages.get('/docs')).not.toContain(`href="/docs/${path}"`);
    }
  });

  it('has a page for every operation that programs call, with its parameters and examples in three languages', () => {
    // The files of a list are described on the page of the list.
    const listed = operationsOf(documented).filter(
      ({ path }) => path.startsWith('/api/v1/') && !path.endsWith('.{format}'),
    );
    expect(listed.length).toBeGreaterThan(30);
    for (const { path, method, operation } of listed) {
      const text = [...pages.values()].find((page) =>
        page.includes(`<h1>${operation.summary.replace("'", '&#39;')}</h1>`),
      );
      expect([operation.operationId, text !== undefined]).toEqual([operation.operationId, true]);
      expect(text).toContain(`<b>${method}</b> <code>${path}</code>`);
      for (const { name } of operation.parameters ?? []) expect(text).toContain(`<code>${name}</code>`);
      for (const { label } of operation['x-codeSamples'] ?? [])
        expect(text).toContain(`<summary>${label}</summary>`);
    }
  });

  it('names the files of each list on its page, and lists them nowhere as operations', () => {
    const files = operationsOf(documented).filter(({ operation }) => operation.operationId.endsWith('File'));
    const lists = files.filter(({ path }) => path.endsWith('.{format}'));
    expect(lists.length).toBeGreaterThan(5);
    for (const { path, operation } of lists) {
      const base = path.replace('.{format}', '');
      const text = [...pages.values()].find((page) => page.includes(`<code>${base}.csv</code>`));
      expect(text).toContain(`<code>${base}.ndjson</code>`);
      const [sample] = operation['x-codeSamples']!;
      expect(text).toContain(html`<code>${sample!.source}</code>`.text);
      expect([path, [...pages.values()].some((page) => page.includes(`<code>${path}</code>`))]).toEqual([
        path,
        false,
      ]);
    }
  });

  it('shows an example of an item for a list in a query string', () => {
    const text = pages.get('/docs/api/metrics/list-metrics')!;
    expect(/<code>metric_view<\/code>[^]*?<\/li>/.exec(text)![0]).toContain('For example <code>value</code>');
  });

  it('begins with the address of the API and a request to paste', () => {
    const [beginning] = pages.get('/docs')!.split('<h2');
    expect(beginning).toContain(`<code>${PUBLIC_URL}/api/v1/</code>`);
    expect(beginning).toContain('curl -H &#39;Authorization: Token &lt;API_KEY&gt;&#39;');
  });

  it('redirects the path of a section to its list, and returns 404 for other unknown paths', async () => {
    for (const [path, status, location] of [
      ['/docs/partners', 302, `${PUBLIC_URL}/docs#partners`],
      ['/docs/partner', 404, undefined],
    ] as const) {
      const answer = await request(api.url).get(path);
      expect([path, answer.status, answer.headers['location']]).toEqual([path, status, location]);
    }
    expect(pages.get('/docs')).toContain('<h2 id="partners">');
  });

  it('lists the headings of the open guide, and the operations of the open section', () => {
    expect(pages.get('/docs/partners/paging')).toContain(
      '<li><a href="#download-all-rows-as-csv-or-ndjson">',
    );
    expect(pages.get('/docs/partners/sync')).not.toContain('#download-all-rows-as-csv-or-ndjson');
    expect(pages.get('/docs/api/news')).toMatch(/<nav aria-label="Documentation">[^]*list-news[^]*<\/nav>/);
  });

  it('lists no page, script or session as an operation', () => {
    const all = [...pages.keys()].join('\n');
    for (const name of [
      'get-embed-icon',
      'embed-builder',
      'get-company-page',
      'get-asset',
      'get-root',
      'script',
    ])
      expect([name, all.includes(name)]).toEqual([name, false]);
  });

  it('links only to pages and anchors that exist', () => {
    const dead: string[] = [];
    for (const [path, text] of pages) {
      for (const href of hrefsIn(text)) {
        const [target, anchor] = href.split('#');
        if (!href.startsWith('/docs') && !href.startsWith('#')) continue;
        const found = target === '' ? text : pages.get(target!);
        const isThere = anchor === undefined || anchor === 'content' || found?.includes(` id="${anchor}"`);
        if (found === undefined || !isThere) dead.push(`${path}: ${href}`);
      }
    }
    expect(dead).toEqual([]);
  });

  it('describes every page to search engines', () => {
    for (const [path, text] of pages)
      expect([path, /<meta name="description" content="([^"]*)"/.exec(text)?.[1]]).toEqual([
        path,
        expect.stringMatching(/^\w.{9}/),
      ]);
  });

  it('shows the address of the service in guides instead of that of the developer', () => {
    expect(pages.get('/docs/quickstart')).toContain(`${PUBLIC_URL}/api/v1/companies/`);
    for (const text of pages.values()) expect(text).not.toContain('localhost:3000');
  });

  it('keeps the anchors of operations on its first page, to which older addresses lead', () => {
    for (const name of ['getCompanies', 'listNews', 'search', 'putChart'])
      expect(pages.get('/docs')).toContain(`<li id="${name}">`);
  });

  it('explains every error code at the anchor of its name', () => {
    const text = pages.get('/docs/errors')!;
    for (const code of Object.keys(catalogue)) expect(text).toContain(`<h3 id="${code}">`);
  });

  it(`finds the right section among the first ${FIRST} for ${MIN_FOUND} of ${QUESTIONS.length} questions`, async () => {
    const wrong: string[] = [];
    for (const [question, ...right] of QUESTIONS) {
      const { text } = await request(api.url).get('/docs/search').query({ q: question });
      const found = hrefsIn(text.slice(text.indexOf('<ol class="list">'))).slice(0, FIRST);
      if (!found.some((href) => right.some((one) => href.startsWith(`/docs/${one}`))))
        wrong.push(`${question}: ${found.join(' ')}`);
    }
    expect(wrong.length <= QUESTIONS.length - MIN_FOUND ? [] : wrong).toEqual([]);
  });

  it('shows a search without words or results as a form', async () => {
    for (const [q, said] of [
      ['', 'Write words or a question'],
      ['rate limit', 'value="rate limit"'],
      ['zzzqqq', 'No section has these words.'],
      ['<script>', '&lt;script&gt;'],
    ]) {
      const { status, text } = await request(api.url).get('/docs/search').query({ q });
      expect([status, text]).toEqual([200, expect.stringContaining(said!)]);
      expect(text).toContain('<meta name="robots" content="noindex" />');
    }
  });

  it('is one text for language models, made from the same pages', async () => {
    const index = (await request(api.url).get('/llms.txt')).text;
    const whole = (await request(api.url).get('/llms-full.txt')).text;
    for (const { path, title } of readGuides('public')) {
      expect(index).toContain(`[${title}](${PUBLIC_URL}/docs/${path})`);
      expect(whole).toContain(`# ${title}\n`);
    }
    expect(whole).toContain('`GET /api/v1/changes/`');
    expect(index).toContain(`(${PUBLIC_URL}/docs/api/changes/list-changes): \`GET /api/v1/changes/\``);
  });

  it('is named by the catalog of APIs (RFC 9727)', async () => {
    const { type, text } = await request(api.url).get('/.well-known/api-catalog');
    expect(type).toBe('application/linkset+json');
    const { linkset } = JSON.parse(text) as { linkset: Record<string, { href: string }[]>[] };
    const hrefs = ['service-desc', 'service-doc', 'status'].flatMap((name) =>
      linkset[0]![name]!.map(({ href }) => href),
    );
    for (const href of hrefs) {
      expect(href.startsWith(PUBLIC_URL)).toBe(true);
      expect((await request(api.url).get(href.slice(PUBLIC_URL.length))).status).toBe(200);
    }
  });

  it('lists the changes of each release for those who call the API', () => {
    const text = pages.get('/docs/changelog')!;
    expect(text).toContain('<h1>Changelog</h1>');
    expect(text).toContain('<h3 id="api">');
    expect(text).toContain('<h2 id="010">');
    expect(text).not.toContain('<h3 id="operations">');
    expect(readText('CHANGELOG.md')).toContain('## Unreleased');
  });

  it('runs no script but its own, and allows no other host', async () => {
    const { headers } = await request(api.url).get('/docs');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    for (const [path, text] of pages) {
      expect([path, text.match(/<script[^>]*>/g)]).toEqual([
        path,
        ['<script type="module" src="/docs/script.js">'],
      ]);
      expect([path, /<(iframe|img|object)\b|<[a-z][^<>]*\son\w+=|href="javascript:/i.test(text)]).toEqual([
        path,
        false,
      ]);
    }
  });
});
