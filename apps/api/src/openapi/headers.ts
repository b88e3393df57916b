import type { oas31 } from 'zod-openapi';
import type { Endpoint } from '../http/endpoint.ts';

const header = (description: string, example: string): oas31.HeaderObject => ({
  description,
  schema: { type: 'string' },
  example,
});

/** The response headers that the document describes. */
export const headers = {
  'Request-Id': header(
    'The Request-Id of the request if it is valid, otherwise a new one',
    '4b7c9d1e-0f52-4a86-9c3a-5d1f2e8b6a70',
  ),
  ETag: header('Identifies the content; send it as If-None-Match', 'W/"1f3-QDbqOCVwKMiqsxzb0Oa1x9nSbIs"'),
  Link: header(
    'The next and the previous page, or the successor of a deprecated form (RFC 8288)',
    '<https://dossier.example/api/v1/documents?page_after=WyJkb2N1bWVudHMi>; rel="next"',
  ),
  'Dossier-Seq': header(
    'With CSV and NDJSON, unless `as_of` is sent: the newest change before the first row was read. The change feed after it has all later ones',
    '1042',
  ),
  Location: header('The address to follow', 'https://www.sec.gov/Archives/edgar/data/320193/report.htm'),
  Deprecation: header('The time since which this form is deprecated (RFC 9745)', '@1763510400'),
  'WWW-Authenticate': header(
    'The two forms of the header Authorization',
    'Token realm="dossier", Bearer realm="dossier"',
  ),
  'Retry-After': header('Seconds to wait before the next attempt', '30'),
  'RateLimit-Policy': header(
    'The limit of your plan, if it has one: `q` tasks in `w` seconds',
    '"Platforms";q=1200;w=60',
  ),
  RateLimit: header(
    'The tasks that are left, and the seconds until the window ends',
    '"Platforms";r=1199;t=60',
  ),
  'X-RateLimit-Limit': header('The tasks of a window', '1200'),
  'X-RateLimit-Remaining': header('The tasks that are left', '1199'),
  'X-RateLimit-Reset': header('The seconds until the window ends', '60'),
};

const RATE_LIMIT = Object.keys(headers).filter((name) => /RateLimit/.test(name)) as (keyof typeof headers)[];

const refer = (...names: (keyof typeof headers)[]): oas31.HeadersObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Returns the headers of a success. */
export function headersOfSuccess(
  { method, deprecated, input, access, isFree, isStreamed, produces, rows }: Endpoint,
  status: number,
): oas31.HeadersObject {
  const fields = Object.keys((input as { shape?: object }).shape ?? {});
  const paged =
    produces === 'application/json' &&
    fields.some((name) => ['page_after', 'cursor', 'after'].includes(name));
  // A version that an endpoint still offers names its successor.
  const isOld = deprecated === true || fields.includes('api_version');
  return {
    ...refer('Request-Id'),
    ...(method === 'GET' && !isStreamed && (status === 200 || status === 304) && refer('ETag')),
    ...((paged || isOld) && status === 200 && refer('Link')),
    ...(rows !== undefined && status === 200 && refer('Dossier-Seq')),
    ...((status === 302 || status === 303) && refer('Location')),
    ...(deprecated && refer('Deprecation')),
    ...(access !== 'public' && !isFree && refer(...RATE_LIMIT)),
  };
}

/** Returns the headers of an error. */
export function headersOfError(status: number): oas31.HeadersObject {
  return {
    ...refer('Request-Id'),
    ...(status === 401 && refer('WWW-Authenticate')),
    ...((status === 429 || status === 503) && refer('Retry-After')),
    ...(status === 429 && refer(...RATE_LIMIT)),
  };
}
