import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { sendText } from './compress.ts';
import { BodyStream, FileBody, type Answer } from '../endpoint.ts';
import type { Exchange } from '../exchange.ts';
import { stepAside } from '../request/step-aside.ts';
import { textOf as jsonOf } from '../../rows/json-text.ts';
import { Text } from '../text/text.ts';

/**
 * Returns the text of an answer whose body is a text or an object, which becomes JSON. A page gets the header Link and an
 * ETag of its content. Returns undefined for all other answers, which `sendOther` sends.
 * @param type the media type of a body that is not an object, unless the header Content-Type names another
 */
export function textOf(type: string, { body, status, headers, brotli }: Answer): Text | undefined {
  if (body === null || brotli || body instanceof Uint8Array) return undefined;
  if (body instanceof BodyStream || body instanceof FileBody) return undefined;
  const { ETag: etag, 'Content-Type': given = type, ...others } = headers;
  const own: Text['headers'] = Object.entries(others);
  if (typeof body === 'string') return new Text(body, { type: given, status, etag, headers: own });
  const pagination = (body as { pagination?: Pagination | null }).pagination ?? undefined;
  const links = pagination && linkHeader(pagination);
  if (links) {
    // The handler may have set other links.
    const known = own.find(([name]) => name === 'Link');
    if (known) known[1] = [known[1], links].flat();
    else own.push(['Link', links]);
  }
  const text = jsonOf(body as object);
  const tag = pagination ? contentTag(text, pagination) : etag;
  return new Text(text, { type: 'application/json', status, etag: tag, headers: own });
}

/**
 * Sends a response for which `textOf` returns undefined: an empty body, bytes, a stream, a file, or a text with a Brotli copy.
 * @param type the media type of its body
 */
export async function sendOther(
  exchange: Exchange,
  type: string,
  { body, status, headers, brotli }: Answer,
): Promise<void> {
  const { req, res } = exchange.withExpress();
  res.status(status).set(headers);
  if (body === null) res.end();
  else if (body instanceof BodyStream) await sendStream(res, type, body);
  else if (body instanceof FileBody) await sendFile(exchange, res, body);
  else if (brotli && req.acceptsEncodings('br') === 'br')
    res
      .type(type)
      .set('Content-Encoding', 'br')
      .send(Buffer.from(await brotli()));
  else if (body instanceof Uint8Array) res.type(headers['Content-Type'] ?? type).send(Buffer.from(body));
  else sendText(exchange, new Text(body as string, { type }));
}

type Pagination = Record<string, unknown>;

/**
 * Returns the validator of a page: of its content and of which links it has. The links themselves may hold the time of
 * the request, in the cursors of a window without an end.
 */
function contentTag(text: string, pagination: Pagination): string {
  const stable = JSON.stringify(pagination, (_name, value: unknown) => typeof value === 'string' || value);
  const content = text.replace(JSON.stringify(pagination), stable);
  return `W/"${hash('sha256', content, 'base64url').slice(0, 27)}"`;
}

/** Streams a body, except for a 304 and for HEAD. */
async function sendStream(res: Response, type: string, { chunks }: BodyStream): Promise<void> {
  if (res.req.fresh) res.status(304).end();
  else if (res.req.method === 'HEAD') res.type(type).end();
  else {
    res.type(type);
    await pipeline(Readable.from(chunks, { objectMode: false }), res).catch((error: unknown) => {
      if (!hasDisconnected(error)) throw error;
    });
  }
}

/** Sends a file, or the range of it that the client asks for. Its transfer takes no place of the requests in flight. */
async function sendFile(exchange: Exchange, res: Response, { bytes, read }: FileBody): Promise<void> {
  await stepAside(exchange, async () => {
    res.set('Accept-Ranges', 'bytes');
    if (res.req.fresh) return void res.status(304).end();
    const part = partOf(res, bytes);
    if (part === 'none') return void res.status(416).set('Content-Range', `bytes */${bytes}`).end();
    const range = part ?? { start: 0, end: bytes - 1 };
    if (part) res.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${bytes}`);
    res.set('Content-Length', String(range.end - range.start + 1));
    if (res.req.method === 'HEAD' || bytes === 0) return void res.end();
    await pipeline(await read(range), res).catch((error: unknown) => {
      if (!hasDisconnected(error)) throw error;
    });
  });
}

/** Returns the range that a client asks for; `none` if the file lacks it, undefined if the answer is the whole file. */
function partOf(res: Response, bytes: number): { start: number; end: number } | 'none' | undefined {
  const { req } = res;
  const condition = req.get('If-Range');
  if (condition !== undefined && condition !== res.get('ETag')) return undefined;
  const ranges = req.range(bytes, { combine: true });
  if (ranges === -1) return 'none';
  return Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
}

/** Returns whether the client disconnected during the response, which is not an error of the server. */
const hasDisconnected = (error: unknown) =>
  ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNABORTED', 'EPIPE'].includes((error as { code?: string }).code ?? '');

/** Some clients read only 8 kB of headers, and both links repeat every query parameter. */
const MAX_LINKS = 2048;

/** Returns the links of a page for the header Link (RFC 8288), or undefined if they are too long for clients. */
function linkHeader(pagination: Pagination): string | undefined {
  const link = (rel: string, ...names: string[]) => {
    const target = names.map((name) => pagination[name]).find((value) => typeof value === 'string');
    return target === undefined ? [] : [`<${target}>; rel="${rel}"`];
  };
  const links = [...link('next', 'next_link', 'next'), ...link('prev', 'prev_link', 'previous')];
  const header = links.join(', ');
  return header !== '' && header.length <= MAX_LINKS ? header : undefined;
}
