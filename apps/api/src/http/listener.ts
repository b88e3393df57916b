import { randomUUID } from 'node:crypto';
import { createServer, STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { fail, type ApiError } from '@dossier/shared';
import { errorObject } from './errors.ts';

/** Node's own 16 kB is less than 200 domains in an address may take. */
const HEADER_LIMIT = { bytes: 64 * 1024, text: '64 kB' };

/** A server for the application, which may be added later. What Node refuses by itself is told as other errors are. */
export function httpServer(): Server {
  return createServer({ maxHeaderSize: HEADER_LIMIT.bytes }).on('clientError', refuse);
}

function refuse({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  // The caller is gone, or an answer is under way already.
  const { _httpMessage: answer } = socket as { _httpMessage?: { headersSent: boolean } };
  if (code === 'ECONNRESET' || !socket.writable || answer?.headersSent) {
    socket.destroy();
    return;
  }
  socket.end(rawAnswer(errorOf(code)));
}

function errorOf(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return fail('headers_too_large', { limit: HEADER_LIMIT.text });
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return fail('request_timeout');
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
