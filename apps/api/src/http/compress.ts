import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Response } from 'express';

/** Smaller bodies are sent as they are, like those that `compression` sends. */
const LEAST = 1024;
/** Longer ones would keep other requests waiting, and are left to `compression`, which works in another thread. */
const MOST = 128 * 1024;
/** As that of `compression`. Higher ones take much longer and save little. */
const QUALITY = 4;

/**
 * Sends a text whose type is set, compressed in one step: for a usual body, the streams of `compression` cost more than the
 * compression itself. Leaves unusual requests to `compression`: HEAD, a 304, and weights in Accept-Encoding.
 */
export function sendText(res: Response, text: string): void {
  const body = Buffer.from(text);
  const { req } = res;
  const type = String(res.get('Content-Type'));
  if (!/;\s*charset=/i.test(type)) res.setHeader('Content-Type', `${type}; charset=utf-8`);
  if (res.get('ETag') === undefined) res.set('ETag', tagOf(res, body));
  const encoding =
    req.method === 'HEAD' || req.fresh ? undefined : encodingOf(req.headers['accept-encoding']);
  if (!encoding || body.length < LEAST || body.length > MOST) {
    res.send(body);
    return;
  }
  res.set('Content-Encoding', encoding).send(encoding === 'br' ? brotli(body) : gzipSync(body));
}

/** Returns Express's own validator, of the body before compression. */
function tagOf(res: Response, body: Buffer): string {
  return (res.app.get('etag fn') as (body: Buffer) => string)(body);
}

/** Returns the encoding to use, or undefined to leave the choice to `compression`. */
function encodingOf(accepted: string | undefined): 'br' | 'gzip' | undefined {
  if (accepted === undefined || !/^[a-z, ]+$/.test(accepted)) return undefined;
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
}

const brotli = (body: Buffer) =>
  brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
