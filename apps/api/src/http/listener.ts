import { randomUUID } from 'node:crypto';
import { createServer, STATUS_CODES, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { fail, type ApiError } from '@dossier/shared';
import { isUploading } from './request/upload.ts';
import { errorObject } from './response/errors.ts';

/** 200 domains in an address may exceed Node's default of 16 kB. */
export const HEADER_LIMIT = { bytes: 64 * 1024, text: '64 kB' };

/** Longer than the 60 s of load balancers: the server must not close an idle connection before they do. */
export const KEEP_ALIVE_MS = 65_000;
/** How long a client may read nothing of its response before it is disconnected. */
const READ_MS = 70_000;
/** How long a request may take to arrive. Node rejects later ones with a 408, so that half-sent ones do not add up. */
export const ARRIVAL_MS = 9_000;
const CHECK_EACH_MS = 1_000;

/** Creates the HTTP server. The caller adds the application. Requests that Node rejects get errors in our form. */
export function httpServer(): Server {
  return createServer({
    maxHeaderSize: HEADER_LIMIT.bytes,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: ARRIVAL_MS,
    requestTimeout: ARRIVAL_MS,
    connectionsCheckingInterval: CHECK_EACH_MS,
    // `opening` rejects such requests, with an error in our form.
    requireHostHeader: false,
    // From version 24.12 on, Node makes no stream of a body that a request does not have: 5% of the CPU of an answer.
    ...({ optimizeEmptyRequests: true } as ServerOptions),
  })
    .on('clientError', reject)
    .setTimeout(READ_MS);
}

/** Makes every response from now on close its connection, so that clients send their next request elsewhere. */
export function closeWithAnswers(server: Server): void {
  server.prependListener('request', (_req, res) => {
    res.shouldKeepAlive = false;
  });
}

type ClientError = NodeJS.ErrnoException & { rawPacket?: Buffer };

function reject(error: ClientError, socket: Duplex): void {
  const { code } = error;
  // A connection that has sent nothing is idle. Clients open some early, and would lose a request that they send now.
  const isIdle = (socket as Socket).bytesRead === 0;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && (isIdle || isUploading(socket))) return;
  // The client has disconnected, or a response has begun.
  const { _httpMessage: answer } = socket as { _httpMessage?: { headersSent: boolean } };
  if (code === 'ECONNRESET' || !socket.writable || answer?.headersSent) {
    socket.destroy();
    return;
  }
  socket.end(rawAnswer(errorOf(error)));
}

/** A request line with a space in its address. */
const BLANK = /^\S+ \S+ .+ HTTP\/1\.\d\r?\n/;

function errorOf({ code, rawPacket }: ClientError): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return fail('headers_too_large', { limit: HEADER_LIMIT.text });
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return fail('request_timeout');
  if (code === 'HPE_INVALID_URL' || BLANK.test(rawPacket?.toString('latin1') ?? ''))
    return fail('invalid_input', {
      problem: 'The address contains characters that must be percent-encoded: ü as %C3%BC, a space as %20.',
    });
  return fail('invalid_input', { problem: 'The request is malformed.' });
}

/** Writes a response as text: a malformed request has no response object. */
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
