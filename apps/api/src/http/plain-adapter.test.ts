import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openApiDocument, operationsOf } from '../openapi/index.ts';
import { routes } from '../routes.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { invalidRequests } from '../testing/contract/invalid-requests.ts';
import { validRequests, type ContractRequest } from '../testing/contract/requests.ts';
import { insertCompany } from '../testing/fixtures.ts';
import { insertExamples } from '../testing/contract/rows.ts';
import { schemasOf } from '../testing/contract/schemas.ts';
import { parseRateLimits } from './limits/rate-limit.ts';

const SEED = 20260113;
const document = openApiDocument(routes, 'https://dossier.example');
const schemas = schemasOf(document);
const operations = operationsOf(document)
  .filter(({ method }) => method === 'GET')
  .map((documented) => ({ name: documented.operation.operationId, documented }));

/** What the next request of each kind adds, so that every operation meets each of them. */
const HEADERS: Record<string, string>[] = [
  { 'accept-encoding': 'gzip, deflate, br' },
  { 'accept-encoding': 'gzip' },
  { 'accept-encoding': 'br;q=0.5, gzip;q=0.1' },
  { accept: 'text/html;q=0.2, */*', 'cache-control': 'no-cache' },
  { accept: 'application/problem+json', 'accept-encoding': 'gzip, br' },
  { accept: 'text/csv' },
  { authorization: 'Token wrong' },
  { 'x-forwarded-for': '203.0.113.7, 198.51.100.1', origin: 'https://elsewhere.example' },
];

interface Answered {
  status: number | undefined;
  headers: string[];
  body: string;
  etag: string | undefined;
}

function ask(base: string, method: string, target: string, headers: IncomingHttpHeaders): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(
      base,
      { method, path: target, headers: { 'request-id': 'same', ...headers }, agent: false },
      (response) => {
        const names = response.rawHeaders.map((text) =>
          // Both count the same tasks of the same caller.
          text.replace(/^("\w+");r=\d+;t=\d+$/, '$1').replace(/^\w{3}, \d\d .* GMT$/, 'now'),
        );
        const shown = names.map((text, place) =>
          /^X-RateLimit-Re(maining|set)$/i.test(names[place - 1] ?? '') ? 'n' : text,
        );
        buffer(response).then((body) => {
          const { statusCode: status, headers: received } = response;
          resolve({ status, headers: shown, body: body.toString('latin1'), etag: received['etag'] });
        }, reject);
      },
    );
    sent.on('error', reject).end();
  });
}

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const targetOf = ({ path, query }: Pick<ContractRequest, 'path' | 'query'>) =>
  path + (query.length > 0 ? `?${new URLSearchParams(query)}` : '');

// On Postgres, the order of statements that run at the same time decides which of two errors is returned.
describe('the adapter and the application', () => {
  let api: TestApi;
  let plain: Server;
  beforeAll(async () => {
    const now = new Date();
    api = await startTestApi('sqlite', {
      clock: () => now,
      rateLimits: parseRateLimits('Platforms=1000000/60')!,
      answerBytes: 16 * 1024 * 1024,
    });
    await insertExamples(api);
    plain = createServer(api.app);
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await new Promise((resolve) => {
      plain.close(resolve);
      plain.closeAllConnections();
    });
    await api.close();
  });

  async function compare(target: string, headers: Record<string, string>, method = 'GET'): Promise<Answered> {
    const all = { authorization: `Token ${api.key}`, ...headers };
    const adapter = await ask(api.url, method, target, all);
    expect({ target, ...adapter }).toEqual({ target, ...(await ask(addressOf(plain), method, target, all)) });
    return adapter;
  }

  it.each(operations)('return the same bytes and headers for $name', async ({ documented }) => {
    const valid = fc.sample(validRequests(document, documented), { seed: SEED, numRuns: 6 });
    const invalid = fc.sample(invalidRequests(document, schemas, documented, false), {
      seed: SEED,
      numRuns: 6,
    });
    for (const [place, sent] of [...valid, ...invalid].entries()) {
      const extra = HEADERS[place % HEADERS.length]!;
      await compare(targetOf(sent), { ...sent.headers, ...extra });
    }
    const example = targetOf(valid[0]!);
    const { etag } = await compare(example, {});
    await compare(example, {}, 'HEAD');
    if (etag !== undefined) {
      await compare(example, { 'if-none-match': `"other", ${etag}` });
      await compare(example, { 'if-none-match': etag, 'accept-encoding': 'gzip, br' });
    }
  });

  it('return the same for embeds, whose addresses are signed', async () => {
    const answer = await api.get('/api/v1/embed/company-data-valuation-chart?company_slug=stripe');
    const [, src] = /src=\\?"([^"\\]+)/.exec(answer.text)!;
    const { pathname } = new URL(src!);
    for (const ending of ['', '.json', '.csv', '.svg', '.png'])
      expect(await compare(pathname + ending, {})).toMatchObject({ status: 200 });
    await compare(pathname, { 'accept-encoding': 'gzip, br' });
  });

  it.each([
    '/API/V1/Documents/',
    '/api/v1/documents//',
    '//api/v1/documents',
    '/api/v1/companies/%E0%A4%A',
    '/api/v1/companies/%2e%2e',
    '/api/v1/documents?a=1&a=2',
    '/api/v1/documents?page_size=1&page_size=2',
    '/api/v1/documents#there',
    '/api/v1/nothing',
    '/embeds/nothing',
  ])('return the same for %s', async (target) => {
    await compare(target, {});
    await compare(target, { authorization: '' });
  });
});

describe('the adapter on SQLite', () => {
  it('sends a company within one turn of the event loop, kept or not', async () => {
    const sentAtOnce: boolean[] = [];
    const observer = {
      begin: ({ socket }: { socket: Socket }) => {
        const before = socket.bytesWritten;
        process.nextTick(() => sentAtOnce.push(socket.bytesWritten > before));
        return () => {};
      },
    };
    const api = await startTestApi('sqlite', { observers: [observer], answerBytes: 1_000_000 });
    try {
      for (const id of [1, 2]) await insertCompany(api.db, { id, domain: `company-${id}.example` });
      // The first request after a commit reads the caller of its key.
      for (const id of [1, 2, 2]) await api.get(`/api/v1/companies/company-${id}-example`);
      expect(sentAtOnce).toEqual([false, true, true]);
    } finally {
      await api.close();
    }
  });
});
