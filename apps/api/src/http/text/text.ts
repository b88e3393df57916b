import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** The quality of Brotli. `compression` uses 4, which takes twice as long and makes responses a tenth smaller. */
const QUALITY = 2;

export type Compression = 'br' | 'gzip';

/** The text of a response with its type and headers, compressed if the client accepts that. */
export class Text {
  readonly type: string;
  readonly status: number;
  /** All but Content-Type and ETag. */
  readonly headers: [name: string, value: string | string[]][];
  readonly body: string | Buffer;
  readonly length: number;
  readonly etag: string;
  /** Receives what each compressed form adds to the memory of a text that is kept. */
  onCompressed: ((bytes: number) => void) | undefined;
  private readonly forms: Partial<Record<Compression, Buffer>> = {};

  constructor(
    body: string | Buffer,
    {
      type,
      status = 200,
      etag,
      headers = [],
    }: { type: string; status?: number; etag?: string | undefined; headers?: Text['headers'] },
  ) {
    this.type = /;\s*charset=/i.test(type) ? type : `${type}; charset=utf-8`;
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.length = Buffer.byteLength(body);
    this.etag = etag ?? tagOf(body, this.length);
  }

  /** Returns the text compressed in one step, which is kept with it. */
  compressed(form: Compression): Buffer {
    const known = this.forms[form];
    if (known) return known;
    const bytes = form === 'gzip' ? gzipSync(this.body) : brotli(this.body, this.length);
    this.forms[form] = bytes;
    this.onCompressed?.(bytes.length);
    return bytes;
  }
}

/** Returns the validator that Express makes, of the body before compression. */
const tagOf = (body: string | Buffer, length: number) =>
  `W/"${length.toString(16)}-${hash('sha1', body, 'base64').slice(0, 27)}"`;

const brotli = (body: string | Buffer, length: number) =>
  brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  });
