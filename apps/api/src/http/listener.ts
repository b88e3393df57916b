import { randomUUID } from 'node:crypto';
import { createServer, STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { fail, type ApiError } from '@dossier/shared';
import type { RequestHandler } from 'express';
import { errorObject } from './errors.ts';

/** Node's own 16 kB is less than 200 domains in an address may take. */
const HEADER_LIMIT = { bytes: 64 * 1024, text: '64 kB' };

/** Longer than the 60 s that load balancers keep idle connections: who ends one first must not be whom it is sent to. */
const KEEP_ALIVE_MS = 65_000;

/** A server for the application, which may be added later. What Node refuses by itself is told as other errors are. */
export function httpServer(): Server {
  return createServer({
    maxHeaderSize: HEADER_LIMIT.bytes,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: KEEP_ALIVE_MS + 1000,
    // `requireHost` tells it.
    requireHostHeader: false,
  }).on('clientError', refuse);
}

/** RFC 9112: a request of HTTP/1.1 without a Host is answered with a 400, whether we need it or not. */
export const requireHost: RequestHandler = ({ httpVersion, headers }, _res, next) => {
  if (httpVersion === '1.1' && headers.host === undefined)
    throw fail('invalid_input', { problem: 'The request has no Host header.' });
  next();
};

type ClientError = NodeJS.ErrnoException & { rawPacket?: Buffer };

function refuse(error: ClientError, socket: Duplex): void {
  const { code } = error;
  // The caller is gone, or an answer is under way already.
  const { _httpMessage: answer } = socket as { _httpMessage?: { headersSent: boolean } };
  if (code === 'ECONNRESET' || !socket.writable || answer?.headersSent) {
    socket.destroy();
    return;
  }
  socket.end(rawAnswer(errorOf(error)));
}

/** A first line whose address holds a blank. */
const BLANK = /^\S+ \S+ .+ HTTP\/1\.\d\r?\n/;

function errorOf({ code, rawPacket }: ClientError): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return fail('headers_too_large', { limit: HEADER_LIMIT.text });
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return fail('request_timeout');
  if (code === 'HPE_INVALID_URL' || BLANK.test(rawPacket?.toString('latin1') ?? ''))
    return fail('invalid_input', {
      problem: 'The address holds characters that must be percent-encoded, as ü is %C3%BC and a blank %20.',
    });
  return fail('invalid_input', { problem: 'The request is malformed.' });
}

/** There is no response object for a request that could not be read. */
function rawAnswer(error: ApiError): string {
  const id = randomUUID();
  const body = JSON.stringify(errorObject(error, id));
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `Request-Id: ${id}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
