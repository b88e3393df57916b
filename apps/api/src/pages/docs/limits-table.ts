import { catalogue, SILENT_MS, type ErrorCode } from '@dossier/shared';
import { ACQUIRE_MS, readConfig } from '../../config.ts';
import { DRAWING_MS } from '../../files/pdf.ts';
import { ARRIVAL_MS, HEADER_LIMIT, KEEP_ALIVE_MS } from '../../http/listener.ts';
import { WAIT_MS, WAITING } from '../../http/limits/lines.ts';
import type { RateLimit } from '../../http/limits/rate-limit.ts';
import { BODY_LIMIT, FORM_FIELDS } from '../../http/request/body.ts';
import { ROWS_OF_TASK } from '../../http/list-file.ts';
import { MAX_COMPANIES } from '../../query/fields.ts';
import { WINDOW_DAYS } from '../../query/window.ts';
import { MAX_PAGES } from '../../resources/documents/pdf/draw/pages.ts';
import { MAX_LISTS } from '../../resources/lists/contract.ts';

/** A bound of the service. */
export interface Bound {
  /** What is bounded. */
  what: string;
  /** The bound by default. */
  most: string;
  /** The setting that changes it. */
  setting?: string;
  /** The error beyond it, or what happens instead. */
  beyond: ErrorCode | { happens: string };
}

const { rateLimits, requestLimits, connectionLimits, ...settings } = readConfig({});
const seconds = (ms: number) => `${ms / 1000} s`;
const rate = ({ tasks, seconds: each }: RateLimit, unit: string) => `${tasks} ${unit} in ${each} s`;

/** Returns the bounds of requests, by the names that their tests have. */
export const bounds = (): Record<string, Bound> => ({
  headers: {
    what: 'The address and the headers of a request',
    most: HEADER_LIMIT.text,
    beyond: 'headers_too_large',
  },
  body: { what: 'A body, also after decompression', most: BODY_LIMIT.text, beyond: 'body_too_large' },
  form: { what: 'The fields of a form', most: String(FORM_FIELDS.urlencoded), beyond: 'invalid_input' },
  multipart: {
    what: 'The fields of a multipart body',
    most: String(FORM_FIELDS.multipart),
    beyond: 'invalid_input',
  },
  query: {
    what: 'The companies in a query string',
    most: String(MAX_COMPANIES.query),
    beyond: 'invalid_input',
  },
  companies: { what: 'The companies in a body', most: String(MAX_COMPANIES.body), beyond: 'invalid_input' },
  window: {
    what: 'The date range of a list of all companies',
    most: `${WINDOW_DAYS} days`,
    beyond: 'window_required',
  },
  file: {
    what: 'The rows of a CSV or NDJSON file',
    most: `${ROWS_OF_TASK} for each task of the plan`,
    setting: 'RATE_LIMITS',
    beyond: 'file_too_large',
  },
  lists: {
    what: 'The lists of an organization, and of the operators',
    most: String(MAX_LISTS),
    beyond: 'too_many_lists',
  },
  pdf: {
    what: "The pages of a document's PDF, without the last page, which links to the rest",
    most: String(MAX_PAGES),
    beyond: { happens: 'a last page has the address of the rest' },
  },
  drawing: { what: 'The drawing of an embed as PDF', most: seconds(DRAWING_MS), beyond: 'pdf_too_slow' },
  arrival: { what: 'The arrival of a request', most: seconds(ARRIVAL_MS), beyond: 'request_timeout' },
  idle: {
    what: 'A connection without a request',
    most: seconds(KEEP_ALIVE_MS),
    beyond: { happens: 'is closed' },
  },
  connections: {
    what: 'The connections of a process',
    most: String(connectionLimits.process),
    setting: 'CONNECTION_LIMITS',
    beyond: { happens: 'the oldest half-sent or idle one is closed' },
  },
  address: {
    what: 'The connections of an address',
    most: String(connectionLimits.address),
    setting: 'CONNECTION_LIMITS',
    beyond: { happens: 'its oldest half-sent or idle one is closed' },
  },
  inFlight: {
    what: 'The requests in flight of a process, for a tenth of a second',
    most: String(settings.maxInFlight),
    setting: 'MAX_IN_FLIGHT',
    beyond: 'overloaded',
  },
  caller: {
    what: 'The requests in flight of an organization, in one process',
    most: `${settings.maxInFlightPerCaller}; 1 while others send requests`,
    setting: 'MAX_IN_FLIGHT_PER_CALLER',
    beyond: { happens: 'the next ones wait' },
  },
  waiting: {
    what: 'Its requests that wait, and for how long',
    most: `${WAITING}, ${seconds(WAIT_MS)}`,
    beyond: 'too_many_in_flight',
  },
  plans: {
    what: 'The tasks of an organization',
    most: [...rateLimits!].map(([plan, limit]) => `${plan}: ${rate(limit, 'tasks')}`).join('; '),
    setting: 'RATE_LIMITS',
    beyond: 'too_many_requests',
  },
  key: {
    what: 'The requests of a key',
    most: rate(requestLimits!.key!, 'requests'),
    setting: 'REQUEST_LIMITS',
    beyond: 'request_limit',
  },
  network: {
    what: 'The requests of an address',
    most: rate(requestLimits!.address!, 'requests'),
    setting: 'REQUEST_LIMITS',
    beyond: 'request_limit',
  },
  pool: {
    what: 'The wait for one of the connections to Postgres',
    most: `${seconds(ACQUIRE_MS)} for one of ${settings.databasePool}`,
    setting: 'DATABASE_POOL',
    beyond: 'database_busy',
  },
  statement: {
    what: 'A statement on Postgres',
    most: `${settings.statementSeconds} s`,
    setting: 'STATEMENT_SECONDS',
    beyond: 'query_too_slow',
  },
  database: {
    what: 'The silence of Postgres',
    most: seconds(SILENT_MS),
    beyond: 'database_unavailable',
  },
  search: { what: 'The silence of Meilisearch', most: seconds(SILENT_MS), beyond: 'search_unavailable' },
});

/** Returns `docs/operators/limits.md`. @param ofLoads the bounds of loads, which ingest has */
export function limitsTable(ofLoads: Bound[]): string {
  return [
    '# Limits',
    '',
    'Generated from the code by `npm run generate`. Each bound of a request has a test.',
    '',
    'A request beyond a bound gets an error with a `code` that [Error codes](../reference/errors.md) explains. [Settings](settings.md) describes the settings. The page `/docs/limits` of a service also lists the sizes of pages.',
    '',
    '## Requests',
    '',
    ...table(Object.values(bounds())),
    '',
    '## Loads',
    '',
    ...table(ofLoads),
    '',
  ].join('\n');
}

const table = (rows: Bound[]): string[] => [
  '| bound | by default | setting | beyond it |',
  '| --- | --- | --- | --- |',
  ...rows.map(
    ({ what, most, setting, beyond }) =>
      `| ${what} | ${most} | ${setting === undefined ? '' : `\`${setting}\``} | ${beyondOf(beyond)} |`,
  ),
];

const beyondOf = (beyond: Bound['beyond']): string =>
  typeof beyond === 'string' ? `${catalogue[beyond].status}, \`${beyond}\`` : beyond.happens;
