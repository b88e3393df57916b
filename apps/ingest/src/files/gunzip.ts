import { createGunzip } from 'node:zlib';
import { peekBytes } from './peek-bytes.ts';

/** What is given to the decompressor at once: what comes out may be a thousand times as long. */
const SLICE = 16 * 1024;

/** Bytes as text goes by, and what was wrong with them, which is known at their end. */
export interface Unzipped {
  bytes: AsyncIterable<Uint8Array>;
  /** The reason of a reject, when the bytes do not reach their proper end. */
  problem: () => string | undefined;
}

/** Decompresses bytes that begin as gzip does (RFC 1952); others pass as they are. */
export function gunzipped(source: AsyncIterable<Uint8Array>): Unzipped {
  let problem: string | undefined;
  const bytes = async function* () {
    const { head, all } = await peekBytes(source, 2);
    if (head[0] !== 0x1f || head[1] !== 0x8b) yield* all;
    else problem = yield* inflate(all);
  };
  return { bytes: bytes(), problem: () => problem };
}

/**
 * Decompresses slice by slice and gives what each slice brings before the next is read: a stream that fails forgets
 * what it had not yet given.
 */
async function* inflate(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, string | undefined> {
  const unzip = createGunzip();
  let out: Buffer[] = [];
  unzip.on('data', (chunk: Buffer) => out.push(chunk));
  // It is read off `errored`; without a listener it would end the program.
  unzip.on('error', () => {});
  // One that fails in a slice does not say when it is done with it, but closes.
  let proceed = () => {};
  unzip.on('close', () => proceed());
  const done = (start: (done: () => void) => void) =>
    new Promise<void>((resolve) => {
      proceed = resolve;
      start(resolve);
    });
  const taken = function* () {
    const given = out;
    out = [];
    yield* given;
  };
  try {
    for await (const chunk of source) {
      for (let start = 0; start < chunk.length && !unzip.destroyed; start += SLICE) {
        const slice = chunk.subarray(start, start + SLICE);
        await done((written) => unzip.write(slice, () => written()));
        yield* taken();
      }
      if (unzip.destroyed) break;
    }
    if (!unzip.closed) await done(() => void (unzip.destroyed || unzip.end()));
    yield* taken();
    return unzip.errored ? describe(unzip.errored) : undefined;
  } finally {
    unzip.destroy();
  }
}

const UNKNOWN = 'the records before this one are whole, and how many are missing is not known';

const describe = ({ code, message }: NodeJS.ErrnoException): string =>
  code === 'Z_BUF_ERROR'
    ? `truncated file: its gzip data end in the middle; ${UNKNOWN}`
    : `damaged file: its gzip data cannot be read from here on (${message}); ${UNKNOWN}`;
