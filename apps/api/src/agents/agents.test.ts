import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ensureOrganization, generateApiKey, registerApiKey } from '@dossier/store';
import { usualEngines } from '@dossier/store/testing';
import fc from 'fast-check';
import { pino } from 'pino';
import request from 'supertest';
import { parseRateLimits } from '../http/limits/rate-limit.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { insertExamples } from '../testing/contract/rows.ts';
import { insertCompany, insertDocument, insertFiling, insertMetric } from '../testing/fixtures.ts';
import { describeTool, tools } from './server.ts';
import { MAX_CHARACTERS } from './tool.ts';

const CLIENT = { name: 'test', version: '1' };
/** Four characters are about a token. */
const tokens = (value: unknown) => JSON.stringify(value).length / 4;

/** An input of each tool that finds something in the examples. */
const VALID: Record<string, Record<string, unknown>> = {
  find: { category: 'payments', sort: 'valuation' },
  company: { company: 'stripe.com' },
  observe: { what: 'metrics', company: 'stripe' },
  read_document: { document: 'payments-infrastructure' },
  changes: { company: 'stripe' },
  chart: { companies: ['stripe', 'uber'] },
};

type Result = Awaited<ReturnType<Client['callTool']>>;
const wordsOf = ({ content }: Result) => (content as { text: string }[]).map(({ text }) => text).join('\n');
const dataOf = ({ structuredContent }: Result): ReturnType<typeof JSON.parse> => structuredContent;

async function connected({ url, key }: { url: string; key: string }, mode: 'legacy' | 'auto') {
  const client = new Client(CLIENT, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { authorization: `Token ${key}` } },
    }),
  );
  return client;
}

const CALLS = Number(process.env['AGENT_CALLS'] ?? 100);
const SEED = Number(process.env['TEST_SEED'] ?? 1);

describe.each(usualEngines)('tools for agents on %s', (engine) => {
  const lines: string[] = [];
  let api: TestApi;
  let client: Client;
  const use = async (name: string, args: Record<string, unknown> = {}) =>
    client.callTool({ name, arguments: args });
  const post = (message: object, key = api.key) =>
    request(api.url).post('/mcp').set('authorization', `Token ${key}`).send(message);
  const call = (name: string, args: object, id = 1) =>
    post({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });

  beforeAll(async () => {
    api = await startTestApi(engine, {
      logger: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    });
    await insertExamples(api);
    client = await connected(api, 'auto');
    await client.listTools();
  });
  afterAll(async () => {
    await client.close();
    await api.close();
  });

  it.each(['legacy', 'auto'] as const)(
    'the official client lists and calls all tools, with its %s protocol',
    async (mode) => {
      const own = await connected(api, mode);
      const listed = await own.listTools();
      expect(listed.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
      // The client compares each result with the schema that the list has.
      for (const [name, input] of Object.entries(VALID)) {
        const result = await own.callTool({ name, arguments: input });
        expect([name, result.isError ?? false, wordsOf(result) !== '']).toEqual([name, false, true]);
        expect(dataOf(result)['seq']).toEqual(expect.any(Number));
      }
      await own.close();
    },
  );

  it('gives each figure its day, its address, its seq, and the citation that is stored', async () => {
    const of = { company: 'stripe.com' };
    const results = [
      await use('company', of),
      await use('observe', { ...of, what: 'metrics' }),
      await use('observe', { ...of, what: 'events' }),
      await use('observe', { company: 'apple.com', what: 'filings' }),
      await use('chart', { companies: ['stripe.com'] }),
    ];
    for (const result of results) {
      const { facts, seq } = dataOf(result);
      expect(facts.length).toBeGreaterThan(0);
      for (const fact of facts) {
        expect(fact).toMatchObject({ seq, url: expect.stringMatching(/^https:\/\/dossier\.example\//) });
        if (fact.value !== null) expect(fact.day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      }
    }
    const [metric] = dataOf(results[1]!)['facts'];
    expect(metric).toMatchObject({ citation: 'Source 0', citation_url: 'https://example.com/0' });
  });

  it('lists filings of a company by the day of filing, and those of all companies by the day of change', async () => {
    const company_id = await insertCompany(api.db, { slug: 'filer', domain: 'filer.com', name: 'Filer' });
    const filed_at = '2003-03-03T12:00:00.000Z';
    await insertFiling(api.db, { company_id, type: '8-K', filed_at, updated_at: '2004-04-04T12:00:00.000Z' });
    const found = async (day: string, company?: string) => {
      const filter = { what: 'filings', names: ['8-K'], from: day, to: day };
      const { facts } = dataOf(await use('observe', company === undefined ? filter : { ...filter, company }));
      return facts.map(({ day, detail }: { day: string; detail: string }) => [day, detail]);
    };
    expect(await found('2003-03-03', 'filer.com')).toEqual([['2003-03-03', '8-K']]);
    expect(await found('2003-03-03')).toEqual([]);
    expect(await found('2004-04-04', 'filer.com')).toEqual([]);
    expect(await found('2004-04-04')).toEqual([['2003-03-03', '8-K of Filer']]);
  });

  it('describes its tools in less than 3,000 tokens', () => {
    const described = tools.map(describeTool);
    const counts = described.map((one) => [one.name, Math.round(tokens(one))]);
    expect([tokens(described) < 3000, counts]).toEqual([true, counts]);
    for (const { inputSchema, outputSchema } of described)
      expect([inputSchema.type, outputSchema.type]).toEqual(['object', 'object']);
  });

  it('names the tools if one is unknown, and says how to repair an input', async () => {
    await expect(use('search')).rejects.toThrow(/The tools are find, company, observe/);
    const wrong = async (name: string, args: Record<string, unknown>) => {
      const result = await use(name, args);
      return [result.isError, wordsOf(result)];
    };
    expect(await wrong('company', { compny: 'stripe' })).toEqual([
      true,
      expect.stringMatching(/compny.*did you mean company/i),
    ]);
    expect(await wrong('company', { company: 'nobody' })).toEqual([
      true,
      'Company not found for slug: nobody. Search for it with the tool find.',
    ]);
    expect(await wrong('observe', { what: 'metrics' })).toEqual([true, expect.stringContaining('14 days')]);
    expect(await wrong('observe', { what: 'filings' })).toEqual([
      true,
      'from: is required without a company, and selects the filings that changed since then',
    ]);
    expect(
      await wrong('observe', { what: 'filings', company: 'apple.com', names: ['10-K', '10-Q'] }),
    ).toEqual([true, expect.stringContaining('names: must be one form')]);
    expect(await wrong('find', { query: 'a', sort: 'valuation' })).toEqual([
      true,
      expect.stringContaining('sort: cannot be combined with query'),
    ]);
    expect(await wrong('read_document', { document: 'payments-infrastructure', section: 'x' })).toEqual([
      true,
      expect.stringContaining('The sections of this document are'),
    ]);
    expect(await wrong('find', { query: 'a', cursor: 'x' })).toEqual([
      true,
      expect.stringContaining('cursor is not a cursor of this list'),
    ]);
  });

  it('rejects a request without a key, and every method but POST', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const without = await request(api.url).post('/mcp').send(list);
    expect([without.status, without.headers['www-authenticate']]).toEqual([401, expect.any(String)]);
    expect(without.body.error.data.code).toBe('unauthenticated');
    const get = await request(api.url).get('/mcp').set('authorization', `Token ${api.key}`);
    expect([get.status, get.headers['allow']]).toEqual([405, 'POST']);
    expect((await post([list])).status).toBe(400);
  });

  it('runs the operations of the API with the scopes of the key, and logs them', async () => {
    const key = generateApiKey();
    const organization = await ensureOrganization(api.db, 'Test partner', 'Platforms');
    await registerApiKey(api.db, key, organization, null, { scopes: ['search'] });
    const narrow = await connected({ url: api.url, key }, 'auto');
    const found = await narrow.callTool({ name: 'find', arguments: { query: 'stripe' } });
    expect(found.isError ?? false).toBe(false);
    const denied = await narrow.callTool({ name: 'company', arguments: { company: 'stripe' } });
    expect([denied.isError, wordsOf(denied)]).toEqual([true, expect.stringContaining('scope companies')]);
    await narrow.close();
    const logged = lines.map((line) => JSON.parse(line)).find(({ calls }) => calls?.includes('search'));
    expect(logged).toMatchObject({ operation: 'callTools', calls: ['search'], organization: 'Test partner' });
  });

  it('answers random calls without a failure, each with at most 6,000 tokens', async () => {
    const text = fc.oneof(
      fc.constantFrom('stripe', 'stripe.com', '12', 'payments', 'payments-infrastructure', 'Start', '0', '5'),
      fc.constantFrom(
        '2026-01-13',
        '10-K',
        'funding-round',
        'trailing_revenue',
        'metrics',
        'events',
        'filings',
      ),
      fc.string({ unit: 'binary', maxLength: 30 }).map((one) => one.replaceAll('\0', '')),
    );
    const value = fc.oneof(
      text,
      fc.array(text, { maxLength: 3 }),
      fc.integer(),
      fc.boolean(),
      fc.jsonValue(),
    );
    const calls = fc
      .constantFrom(...tools)
      .chain(({ name, input }) =>
        fc
          .array(fc.tuple(fc.constantFrom(...Object.keys(input.shape)), value), { maxLength: 2 })
          .map((fields) => [name, { ...VALID[name], ...Object.fromEntries(fields) }] as const),
      );
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(calls, async ([name, args]) => {
        const { status, body } = await call(name, args);
        expect([status, body.error]).toEqual([200, undefined]);
        const { isError = false, structuredContent, content } = body.result;
        expect(isError || structuredContent !== undefined).toBe(true);
        expect(tokens([structuredContent, content])).toBeLessThanOrEqual(6000);
        answered += isError ? 0 : 1;
      }),
      { numRuns: CALLS, seed: SEED },
    );
    // Otherwise the calls would only try the checks of inputs.
    expect(answered).toBeGreaterThan(CALLS / 10);
  });

  it('shortens a page that is too long, and its cursors lead to every row once', async () => {
    const company_id = await insertCompany(api.db, { slug: 'wordy', domain: 'wordy.com' });
    const link = `https://example.com/${'x'.repeat(950)}`;
    for (let n = 0; n < 30; n++)
      await insertMetric(api.db, { company_id, end_date: '2020-01-01', amount: n }, [
        { link, quote: 'It grew.' },
      ]);
    const seen: number[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const result = await use('observe', { what: 'metrics', company: 'wordy', limit: 30, cursor });
      const { facts, next_cursor } = dataOf(result);
      expect(JSON.stringify(result.structuredContent).length).toBeLessThan(MAX_CHARACTERS);
      sizes.push(facts.length);
      seen.push(...facts.map(({ value }: { value: number }) => value));
      cursor = next_cursor;
    }
    expect(sizes[0]).toBeLessThan(30);
    expect(seen.sort((a, b) => a - b)).toEqual([...Array(30).keys()]);
  });

  it('reads a long section in pieces that make up the whole', async () => {
    const text = Array.from({ length: 4000 }, (_, n) => `😀 word ${n}`).join(' ');
    const section = {
      id: 'all',
      title: 'All',
      type: 'section',
      level: 2,
      prev_section: null,
      next_section: null,
    };
    const elements = [{ text, type: 'paragraph', spans: [] }];
    const content = { sections: [{ ...section, elements }], table_of_contents: [] };
    await insertDocument(api.db, { slug: 'long-one', title: 'Long' }, [], content);
    expect(dataOf(await use('read_document', { document: 'long-one' }))['sections']).toEqual([
      { id: 'all', title: 'All' },
    ]);
    let whole = '';
    for (let cursor: string | null | undefined; cursor !== null;) {
      const {
        text: piece,
        next_cursor,
        url,
      } = dataOf(await use('read_document', { document: 'long-one', section: 'all', cursor }));
      expect(url).toMatch(/#all$/);
      whole += piece;
      cursor = next_cursor;
    }
    expect(whole).toBe(`## All\n\n${text}`);
  });

  it('ends subscriptions at once, because it announces nothing', async () => {
    const { body } = await post({
      ...{ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' },
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': CLIENT,
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    });
    expect(body.error).toBeDefined();
  });
});

it.each(usualEngines)(
  'charges the tasks of the operations that a tool runs, but not those that fail, on %s',
  async (engine) => {
    const api = await startTestApi(engine, { rateLimits: parseRateLimits('Platforms=2/60')! });
    await insertCompany(api.db, { slug: 'acme', domain: 'acme.com' });
    const client = await connected(api, 'auto');
    const use = (company: string) => client.callTool({ name: 'company', arguments: { company } });
    expect((await use('nobody')).isError).toBe(true);
    expect((await use('acme')).isError ?? false).toBe(false);
    expect((await use('acme')).isError ?? false).toBe(false);
    const third = await use('acme');
    expect([third.isError, wordsOf(third)]).toEqual([true, expect.stringMatching(/limit/i)]);
    // Listing the tools costs nothing.
    expect((await client.listTools()).tools).toHaveLength(tools.length);
    await client.close();
    await api.close();
  },
);
