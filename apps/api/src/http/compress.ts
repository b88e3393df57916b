import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Exchange } from './exchange.ts';

/** Smaller bodies are sent as they are, like those that `compression` sends. */
export const LEAST_COMPRESSED = 1024;
/** Longer ones would keep other requests waiting, and are left to `compression`, which works in another thread. */
const MOST = 128 * 1024;
/** As that of `compression`. Higher ones take much longer and save little. */
const QUALITY = 4;

type Encoding = 'br' | 'gzip' | 'identity';

/**
 * Sends a text, compressed in one step: for a usual body, the streams of `compression` cost more than the compression
 * itself. Leaves long texts and weights in Accept-Encoding to `compression`.
 */
export function sendText(exchange: Exchange, type: string, text: string): void {
  const { req, res } = exchange;
  res.setHeader('Content-Type', /;\s*charset=/i.test(type) ? type : `${type}; charset=utf-8`);
  const length = Buffer.byteLength(text);
  if (!res.hasHeader('ETag')) res.setHeader('ETag', tagOf(text, length));
  if (isFresh(exchange)) {
    res.statusCode = 304;
    res.removeHeader('Content-Type');
    exchange.settle();
    res.end();
    return;
  }
  const encoding = length < LEAST_COMPRESSED ? 'identity' : encodingOf(req);
  if (!encoding || (encoding !== 'identity' && length > MOST)) {
    exchange.dressed().res.send(text);
    return;
  }
  const body = encoding === 'identity' ? text : compressed(text, encoding);
  if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding);
  res.setHeader('Content-Length', typeof body === 'string' ? length : body.length);
  exchange.settle();
  if (req.method === 'HEAD') res.end();
  else res.end(body);
}

/** Returns the validator that Express makes, of the body before compression. */
const tagOf = (text: string, length: number) =>
  `W/"${length.toString(16)}-${hash('sha1', text, 'base64').slice(0, 27)}"`;

/** Returns whether the client has this content already: a 304 is enough. */
function isFresh({ req, res }: Exchange): boolean {
  const { 'if-none-match': known, 'if-modified-since': since } = req.headers;
  if (known === undefined && since === undefined) return false;
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  if (res.statusCode < 200 || res.statusCode >= 300) return false;
  // No response has a time of its last change.
  if (known === undefined) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  const own = bare(String(res.getHeader('ETag')));
  return known.trim() === '*' || known.split(',').some((tag) => bare(tag) === own);
}

/** Returns the encoding to use, or undefined to leave the choice to `compression`. */
function encodingOf({ method, headers }: IncomingMessage): Encoding | undefined {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined || accepted === 'identity' || method === 'HEAD') return 'identity';
  if (!/^[a-z, ]+$/.test(accepted)) return undefined;
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
}

const compressed = (text: string, encoding: 'br' | 'gzip') =>
  encoding === 'gzip'
    ? gzipSync(text)
    : brotliCompressSync(text, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
        },
      });
