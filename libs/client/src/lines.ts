import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FinalError } from './errors.ts';
import type { Send } from './request.ts';

/** A file of JSON lines, compressed with gzip. */
interface LinesFile {
  url: string;
  name: string;
  bytes: number;
  rows: number;
  sha256: string;
}

/**
 * Yields the rows of a file. When the connection is lost, the next try continues at the byte where it ended.
 * @throws FinalError if the bytes or the rows are not those of the manifest
 */
export async function* readLines(send: Send, file: LinesFile): AsyncGenerator<Record<string, unknown>> {
  const gunzip = createGunzip();
  const input = new PassThrough();
  input.pipe(gunzip);
  gunzip.on('error', () => {});
  download(send, file, input).catch((error: unknown) => gunzip.destroy(error as Error));
  let rows = 0;
  try {
    for await (const line of linesOf(gunzip.setEncoding('utf8'))) {
      yield JSON.parse(line) as Record<string, unknown>;
      rows++;
    }
  } finally {
    input.destroy();
    gunzip.destroy();
  }
  if (rows !== file.rows) throw new FinalError(`${file.name} has ${rows} rows instead of ${file.rows}.`);
}

/** Yields the lines of a text. Unlike node:readline, it reads no lines ahead, which may be long. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const part of text) {
    rest += part;
    if (!part.includes('\n')) continue;
    const lines = rest.split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest) yield rest;
}

/** Writes the bytes of a file into a stream, and checks them. */
async function download(send: Send, file: LinesFile, to: PassThrough): Promise<void> {
  const hash = createHash('sha256');
  let at = 0;
  while (at < file.bytes) {
    const began = at;
    // Each part that arrives is progress, so that the tries begin anew.
    await send({
      address: file.url,
      headers: (): Record<string, string> => (at > 0 ? { range: `bytes=${at}-` } : {}),
      read: async (response) => {
        const isRest = response.status === 206;
        if (at > 0 && !isRest) throw new FinalError(`${file.name} cannot be continued at byte ${at}.`);
        for await (const chunk of response.body! as unknown as AsyncIterable<Uint8Array>) {
          hash.update(chunk);
          at += chunk.length;
          if (!to.write(chunk)) await drained(to);
          if (to.destroyed) throw new FinalError('The reader has stopped.');
        }
      },
    }).catch((error: unknown) => {
      if (at === began || error instanceof FinalError || to.destroyed) throw error;
    });
  }
  if (hash.digest('hex') !== file.sha256)
    throw new FinalError(`${file.name} is damaged: its SHA-256 differs.`);
  to.end();
}

/** Waits until a stream has room or is closed, and leaves no listener: a large file waits often. */
async function drained(to: PassThrough): Promise<void> {
  const waiting = new AbortController();
  try {
    await Promise.race(['drain', 'close'].map((event) => once(to, event, { signal: waiting.signal })));
  } finally {
    waiting.abort();
  }
}
