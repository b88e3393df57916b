import { STATUS_CODES } from 'node:http';
import { ApiError, beginning, fail } from '@dossier/shared';
import { databaseTrouble, type DatabaseTrouble } from '@dossier/store';
import { MIN_COMPRESSED } from './compress.ts';
import type { ErrorStyle } from '../endpoint.ts';
import { viewErrorPage } from './error-page.ts';
import type { Exchange } from '../exchange.ts';
import { prefers } from '../request/accept.ts';
import { BODY_LIMIT } from '../request/body.ts';
import { isApi } from '../request/roots.ts';

/** The fields of a body parser's error. */
interface BodyError {
  type: string;
  status: number;
  /** A code of zlib, such as `Z_DATA_ERROR`. */
  code: string;
  charset: string;
  encoding: string;
}

/** Converts an error of Express and its body parsers to an `ApiError`. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const trouble = databaseTrouble(error);
  if (trouble) return databaseError(trouble, error);
  const { type, status, code, charset, encoding } = error as Partial<BodyError>;
  if (type === 'entity.parse.failed' || type === 'entity.verify.failed') return fail('invalid_json');
  if (type === 'parameters.too.many')
    return fail('invalid_input', { problem: 'The form has more than 1000 fields.' });
  if (status === 413) return fail('body_too_large', { limit: BODY_LIMIT.text });
  if (type === 'charset.unsupported')
    return fail('unsupported_media_type', { problem: `The charset ${beginning(charset!)} is not supported` });
  if (type === 'encoding.unsupported')
    return fail('unsupported_media_type', {
      problem: `The Content-Encoding ${beginning(encoding!)} is not supported. Use gzip, deflate or br`,
    });
  // A parser gives errors of zlib this status. Errors of our own code may have such a code too.
  if (status === 400 && /^(Z|ERR)_/.test(code ?? ''))
    return fail('invalid_input', {
      problem: 'The body is damaged, or not compressed as its Content-Encoding states.',
    });
  if (error instanceof URIError) return malformedAddress();
  if (status !== undefined && status >= 400 && status < 500)
    return fail('invalid_input', { problem: 'The request is malformed.' });
  return fail('internal');
}

const RETRY_SECONDS = { busy: 2, slow: 10, full: 60, readonly: 60, down: 5 };

function databaseError(trouble: DatabaseTrouble, cause: unknown): ApiError {
  const seconds = RETRY_SECONDS[trouble];
  const unavailable = (problem: string) => fail('database_unavailable', { problem, seconds });
  const errors = {
    busy: () => fail('database_busy', { seconds }),
    slow: () => fail('query_too_slow'),
    full: () => unavailable('has no room on its disk'),
    readonly: () => unavailable('accepts no writes'),
    down: () => unavailable('cannot be reached'),
  };
  const error = errors[trouble]();
  error.headers['Retry-After'] = String(seconds);
  error.cause = cause;
  return error;
}

export const malformedAddress = (): ApiError =>
  fail('invalid_input', { problem: 'The address contains a malformed percent-encoding.' });

/** Renders every error. Errors are not cached and have no ETag. */
export function sendError(exchange: Exchange, error: ApiError, style: ErrorStyle): void {
  const { res } = exchange;
  exchange.error = error.code;
  if (typeof error.cause === 'string') exchange.reason = error.cause;
  const { type, text, policy } = bodyOf(exchange, error, style);
  const length = Buffer.byteLength(text);
  if (length >= MIN_COMPRESSED) exchange.withExpress();
  res.statusCode = error.status;
  for (const [name, value] of Object.entries(error.headers)) exchange.setHeader(name, value);
  exchange.removeHeader('ETag');
  if (policy) exchange.setHeader('Content-Security-Policy', policy);
  exchange.setHeader('Content-Type', type);
  exchange.setHeader('Cache-Control', 'no-store');
  exchange.setHeader('Content-Length', String(length));
  exchange.end(text);
}

/** What the body of an error depends on. */
type Failed = Pick<Exchange, 'req' | 'path' | 'publicUrl' | 'id'>;

interface ErrorBody {
  type: string;
  text: string;
  policy?: string;
}
const json = (value: unknown, type = 'application/json; charset=utf-8'): ErrorBody => ({
  type,
  text: JSON.stringify(value),
});

/** Returns `style` for the errors to which the specification applies it, and `json` for all others. */
export function formOf(
  { status, fixed, code }: Pick<ApiError, 'status' | 'fixed' | 'code'>,
  style: ErrorStyle,
): ErrorStyle {
  const own = {
    json: true,
    string: fixed,
    text: status === 400,
    // These requests are rejected before their endpoint is known.
    failed: status !== 401 && status !== 403 && code !== 'overloaded' && code !== 'request_limit',
    page: true,
    rpc: true,
  };
  return own[style] ? style : 'json';
}

/** Returns the body of an error: as a problem document if the client accepts one, or else in this style. */
export function bodyOf(exchange: Failed, error: ApiError, style: ErrorStyle): ErrorBody {
  const { req, path, id } = exchange;
  if (/\bapplication\/problem\+json\b/i.test(req.headers.accept ?? '')) return problemOf(exchange, error);
  const { message, code } = error;
  // Browsers get a page for unknown addresses outside the API.
  const isPage = code === 'not_found' && !isApi(path) && prefers(req, 'text/html');
  switch (isPage ? 'page' : formOf(error, style)) {
    case 'page': {
      const { page, policy } = viewErrorPage(error.status, path, message);
      return { type: 'text/html; charset=utf-8', text: page, policy };
    }
    case 'text':
      return { type: 'text/plain; charset=utf-8', text: message };
    case 'failed':
      return json({ status: 'failed', message });
    case 'string':
      return json(message);
    case 'rpc':
      return json({
        ...{ jsonrpc: '2.0', id: null },
        error: { code: RPC_ERROR, message, data: errorObject(error, id) },
      });
    case 'json':
      return json(errorObject(error, id));
  }
}

/** The code of JSON-RPC for a request that is not valid. `data` has our own. */
export const RPC_ERROR = -32_600;

/** Returns the default form of an error. */
export const errorObject = ({ message, code, details }: ApiError, request_id: unknown) => ({
  error: message,
  code,
  request_id,
  ...(details && { details }),
});

/** Returns the type of a problem: the address that explains its code. */
export const problemType = (publicUrl: string, code: string): string => `${publicUrl}/docs/errors#${code}`;

/** Returns an error as a problem document (RFC 9457). */
function problemOf({ id, publicUrl }: Failed, error: ApiError): ErrorBody {
  const problem = {
    type: problemType(publicUrl, error.code),
    title: STATUS_CODES[error.status] ?? 'Error',
    status: error.status,
    detail: error.message,
    code: error.code,
    request_id: id,
    ...(error.details && { details: error.details }),
  };
  return json(problem, 'application/problem+json');
}
