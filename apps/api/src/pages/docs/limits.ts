import { BODY_LIMIT } from '../../http/request/body.ts';
import { operationsOf, type OpenApiDocument } from '../../openapi/index.ts';
import { HEADER_LIMIT } from '../../http/listener.ts';
import type { RateLimit, RateLimits } from '../../http/limits/rate-limit.ts';
import type { RequestLimits } from '../../http/limits/request-limit.ts';
import { MAX_COMPANIES } from '../../query/fields.ts';
import { WINDOW_DAYS } from '../../query/window.ts';

/** The limits that the operator of this service has set; undefined for none. */
export interface Limits {
  plans: RateLimits | undefined;
  requests: RequestLimits | undefined;
}

/** Returns the page of limits as Markdown: those of this service, and those of every service. */
export function limitsPage(document: OpenApiDocument, { plans, requests }: Limits): string {
  return [
    '# Limits',
    '',
    'A request beyond a limit fails with an error that names the limit. Nothing is cut off silently.',
    '',
    '## Requests',
    '',
    'A request costs one task for each company that it names, and at least one. Errors and 304 responses cost nothing. [A file](/docs/partners/paging#download-all-rows-as-csv-or-ndjson) costs one for each 100 rows. If there is a limit, the headers `RateLimit` and `RateLimit-Policy` of each response state what is left. [Your usage](/docs/api/service/get-usage) names your plan.',
    '',
    ...rateTable([
      ...(plans
        ? [...plans].map(([plan, limit]) => [`Tasks on the plan ${plan}`, limit] as const)
        : [['Tasks on each plan', undefined] as const]),
      ['Requests of an API key', requests?.key],
      ['Requests of an address', requests?.address],
    ]),
    '',
    'A [429](/docs/errors#too_many_requests) has the header `Retry-After`: wait that many seconds, and send the request again.',
    '',
    '## Sizes',
    '',
    '| what | at most |',
    '| --- | --- |',
    `| the companies in a query string | ${MAX_COMPANIES.query} |`,
    `| the companies in a body | ${MAX_COMPANIES.body} |`,
    `| the days of a list of all companies | ${WINDOW_DAYS} |`,
    `| a body | ${BODY_LIMIT.text} |`,
    `| the address and headers together | ${HEADER_LIMIT.text} |`,
    '',
    '## Pages',
    '',
    '| list | field | by default | at most |',
    '| --- | --- | --- | --- |',
    ...pageRows(document),
    '',
  ].join('\n');
}

const rateTable = (rows: (readonly [what: string, limit: RateLimit | undefined])[]): string[] => [
  '| what | at most | in seconds |',
  '| --- | --- | --- |',
  ...rows.map(([what, limit]) => `| ${what} | ${limit?.tasks ?? 'no limit'} | ${limit?.seconds ?? ''} |`),
];

/** The fields that say how many items a response has, or how many seconds it waits for one. */
const SIZES = ['page_size', 'limit', 'wait'];

function pageRows(document: OpenApiDocument): string[] {
  return operationsOf(document).flatMap(({ method, path, operation: { parameters = [] } }) =>
    parameters
      .filter(({ name, schema }) => SIZES.includes(name) && schema.maximum !== undefined)
      .map(
        ({ name, schema }) =>
          `| \`${method} ${path}\` | \`${name}\` | ${schema.default === undefined ? '' : JSON.stringify(schema.default)} | ${schema.maximum} |`,
      ),
  );
}
