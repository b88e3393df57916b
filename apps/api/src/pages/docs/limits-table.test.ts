import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toTimestamp, DAY_MS } from '@dossier/shared';
import request from 'supertest';
import { readConfig } from '../../config.ts';
import { openGate } from '../../http/limits/gate.ts';
import { createLines, WAITING } from '../../http/limits/lines.ts';
import { rateLimiter } from '../../http/limits/rate-limit.ts';
import { requestLimiter } from '../../http/limits/request-limit.ts';
import { countedWindows } from '../../http/windows.ts';
import { HEADER_LIMIT } from '../../http/listener.ts';
import { BODY_LIMIT, FORM_FIELDS } from '../../http/request/body.ts';
import { MAX_COMPANIES } from '../../query/fields.ts';
import { WINDOW_DAYS } from '../../query/window.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { bounds } from './limits-table.ts';

/** A status or a code, at a bound and one above it. */
type Outcome = string | number | undefined;
const SEARCH = '/api/v1/search/';
const EVENTS = '/api/v1/events/';
const now = new Date('2026-01-13T00:00:00Z');
const caller = { organization: 'Example', plan: 'Platforms' };
const config = readConfig({});

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi('sqlite', { clock: () => now });
});
afterAll(() => api.close());

const post = (path: string, body: string, type = 'application/json') =>
  request(api.url)
    .post(path)
    .set({ authorization: `Token ${api.key}`, 'content-type': type })
    .send(body);
const domains = (count: number) => Array.from({ length: count }, (_, place) => `c${place}.com`);
/** Returns the code of an error, and what it says; or the status of a success. */
const outcomeOf = ({ status, body }: { status: number; body: { code?: string; error?: string } }): Outcome =>
  status < 400 ? status : `${body.code}: ${body.error}`;
const codeOf = (work: () => unknown): Outcome => {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};
/** Returns the outcome of the last of so many calls. */
function times(count: number, work: () => unknown): Outcome {
  for (let call = 1; call < count; call++) work();
  return codeOf(work);
}

/** How each bound is tried: with how much more than the bound, 0 or 1, and what must come of both. */
const cases: Record<
  string,
  [tried: (more: number) => Promise<Outcome> | Outcome, at: unknown, above: unknown]
> = {
  headers: [
    async (more) => {
      const value = 'a'.repeat(HEADER_LIMIT.bytes - 400 + more * 400);
      const { status } = await request(api.url).get('/live').set('x-long', value);
      return status;
    },
    200,
    431,
  ],
  body: [
    async (more) => outcomeOf(await post(SEARCH, '{"query":"a"}'.padEnd(BODY_LIMIT.bytes + more))),
    200,
    expect.stringMatching(/^body_too_large/),
  ],
  form: [
    async (more) => {
      const form = `query=a${'&x=1'.repeat(FORM_FIELDS.urlencoded - 1 + more)}`;
      return outcomeOf(await post(SEARCH, form, 'application/x-www-form-urlencoded'));
    },
    expect.not.stringContaining('more than 1000 fields'),
    expect.stringContaining('more than 1000 fields'),
  ],
  multipart: [
    async (more) => {
      const sent = request(api.url)
        .post(SEARCH)
        .set({ authorization: `Token ${api.key}` });
      for (let field = 0; field < FORM_FIELDS.multipart + more; field++) void sent.field('x', '1');
      return outcomeOf(await sent);
    },
    expect.not.stringContaining('100 fields'),
    expect.stringContaining('100 fields'),
  ],
  query: [
    async (more) =>
      outcomeOf(await api.get(`${EVENTS}?company_domains=${domains(MAX_COMPANIES.query + more).join(',')}`)),
    200,
    expect.stringContaining('200'),
  ],
  companies: [
    async (more) =>
      outcomeOf(await api.send('post', EVENTS, { company_domains: domains(MAX_COMPANIES.body + more) })),
    200,
    expect.stringContaining('1000'),
  ],
  window: [
    async (more) => {
      const from = toTimestamp(now.getTime() - WINDOW_DAYS * DAY_MS - more);
      return outcomeOf(
        await api.get(`/api/v1/metrics/?updated_at_gte=${from}&updated_at_lte=${toTimestamp(now)}`),
      );
    },
    200,
    expect.stringMatching(/^window_/),
  ],
  inFlight: [
    (more) => {
      let time = 0;
      const gate = openGate(config.maxInFlight, config.maxInFlightPerCaller, () => time);
      for (let place = 0; place < config.maxInFlight - 1 + more; place++)
        void Promise.resolve(gate.begin(undefined)).catch(() => {});
      gate.rejects({});
      time += 101;
      return String(gate.rejects({}));
    },
    'false',
    'true',
  ],
  caller: [
    async (more) => {
      const lines = createLines(config.maxInFlightPerCaller, () => 0);
      const entered = Array.from({ length: config.maxInFlightPerCaller + more }, () =>
        lines.enter('Example'),
      );
      const last = entered.at(-1)!;
      for (const place of entered) if (!(place instanceof Promise)) place();
      await last;
      return last instanceof Promise ? 'waits' : 'begins';
    },
    'begins',
    'waits',
  ],
  waiting: [
    async (more) => {
      const lines = createLines(config.maxInFlightPerCaller, () => 0);
      const enter = async () => lines.enter('Example');
      const entered = Array.from({ length: config.maxInFlightPerCaller + WAITING - 1 }, enter);
      const last = Promise.all(Array.from({ length: 1 + more }, enter)).then<Outcome, Outcome>(
        (places) => {
          for (const leave of places) leave();
          return undefined;
        },
        ({ code }: { code: string }) => code,
      );
      for (const place of entered) (await place)();
      return last;
    },
    undefined,
    'too_many_in_flight',
  ],
  plans: [
    (more) => {
      const limiter = rateLimiter(config.rateLimits!);
      const most = config.rateLimits!.get('Platforms')!.tasks;
      return times(most + more, () => limiter.charge(caller, 1, now));
    },
    undefined,
    'too_many_requests',
  ],
  key: [
    (more) => {
      const limiter = requestLimiter(config.requestLimits!, countedWindows());
      return times(config.requestLimits!.key!.tasks + more, () => limiter.countKey(caller, now));
    },
    undefined,
    'request_limit',
  ],
  network: [
    (more) => {
      const limiter = requestLimiter(config.requestLimits!, countedWindows());
      return times(config.requestLimits!.address!.tasks + more, () => limiter.countAddress('192.0.2.1', now));
    },
    undefined,
    'request_limit',
  ],
};

/** The tests of bounds of time, of connections and of the database: their file below `apps/api/src`, and a title. */
const elsewhere: Record<string, [file: string, title: string]> = {
  lists: ['resources/lists/lists.test.ts', 'are at most 100 for an organization'],
  file: ['http/list-file.test.ts', 'is a task for each 100 rows, and the tasks of a window for one file'],
  pdf: [
    'resources/documents/pdf/draw/document.test.ts',
    'ends after 500 pages with a page that links to the rest',
  ],
  drawing: ['files/pdf.test.ts', 'that takes too long gets an error with its title'],
  arrival: ['http/listener.test.ts', 'closes a connection whose request has not arrived within ten seconds'],
  idle: ['http/listener.test.ts', 'keeps idle connections longer than the 60 s of load balancers'],
  connections: ['http/limits/connections.test.ts', 'that are half-sent make room for new ones at the limit'],
  address: ['http/limits/connections.test.ts', 'of one address behind a proxy make room for its own ones'],
  pool: ['http/database-trouble.test.ts', 'a request that gets no connection ends in a 503'],
  statement: ['http/database-trouble.test.ts', 'a statement that runs too long ends in a 503'],
  database: ['http/database-trouble.test.ts', 'requests end in a 503 while the server is stopped'],
  search: [
    '../../../libs/search/src/meilisearch/meilisearch-failures.test.ts',
    'rejects queries after a second while the server is stopped',
  ],
};

describe('the bounds of docs/operators/limits.md', () => {
  it.each(Object.keys(cases))(
    '%s: accepts what is at the bound, and rejects what is above it',
    async (name) => {
      const [tried, at, above] = cases[name]!;
      expect(await tried(0)).toEqual(at);
      expect(await tried(1)).toEqual(above);
    },
  );

  it('are all tried, here or in another test', () => {
    expect([...Object.keys(cases), ...Object.keys(elsewhere)].sort()).toEqual(Object.keys(bounds()).sort());
    for (const [file, title] of Object.values(elsewhere))
      expect(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')).toContain(title);
  });
});
