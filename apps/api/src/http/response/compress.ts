import type { IncomingMessage } from 'node:http';
import type { Exchange } from '../exchange.ts';
import type { Compression, Text } from '../text/text.ts';

/** Smaller bodies are sent as they are, like those that `compression` sends. */
export const MIN_COMPRESSED = 1024;
/** Longer ones would keep other requests waiting, and are left to `compression`, which works in another thread. */
const MAX_COMPRESSED = 128 * 1024;

/**
 * Sends a text, compressed in one step: for a usual body, the streams of `compression` cost more than the compression
 * itself. Leaves long texts and weights in Accept-Encoding to `compression`.
 */
export function sendText(exchange: Exchange, text: Text): void {
  const { req, res } = exchange;
  res.statusCode = text.status;
  for (const [name, value] of text.headers) exchange.setHeader(name, value);
  if (isFresh(req, text)) {
    exchange.setHeader('ETag', text.etag);
    res.statusCode = 304;
    exchange.end();
    return;
  }
  exchange.setHeader('Content-Type', text.type);
  exchange.setHeader('ETag', text.etag);
  const form = text.length < MIN_COMPRESSED ? 'identity' : formOf(req);
  if (form === undefined || (form !== 'identity' && text.length > MAX_COMPRESSED)) {
    exchange.withExpress().res.send(text.body);
    return;
  }
  const body = form === 'identity' ? text.body : text.compressed(form);
  if (form !== 'identity') exchange.setHeader('Content-Encoding', form);
  exchange.setHeader('Content-Length', String(form === 'identity' ? text.length : body.length));
  exchange.end(req.method === 'HEAD' ? undefined : body);
}

/** Returns whether the client has this content already: a 304 is enough. No response has a time of its last change. */
function isFresh({ method, headers }: IncomingMessage, { status, etag }: Text): boolean {
  const known = headers['if-none-match'];
  if (known === undefined || status < 200 || status >= 300) return false;
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (known === etag) return true;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  const own = bare(etag);
  return known.trim() === '*' || known.split(',').some((tag) => bare(tag) === own);
}

/** Returns the form to send, or undefined to leave the choice to `compression`. */
function formOf({ method, headers }: IncomingMessage): Compression | 'identity' | undefined {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined || accepted === 'identity' || method === 'HEAD') return 'identity';
  if (!/^[a-z, ]+$/.test(accepted)) return undefined;
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
}
