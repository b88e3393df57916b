import { createGunzip } from 'node:zlib';

/** How many bytes the decompressor receives at once. Its output may be a thousand times as long. */
const SLICE = 16 * 1024;

/** Decompressed bytes, and what was wrong with them, which is known after the last one. */
interface Inflated {
  bytes: AsyncIterable<Uint8Array>;
  /** Returns the reason of a reject when the bytes end too early or are damaged. */
  problem: () => string | undefined;
}

/** Returns whether bytes begin as gzip does (RFC 1952). */
export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

/** Decompresses gzip. */
export function inflate(source: AsyncIterable<Uint8Array>): Inflated {
  let problem: string | undefined;
  const bytes = async function* () {
    problem = yield* inflated(source);
  };
  return { bytes: bytes(), problem: () => problem };
}

/**
 * Decompresses slice by slice and yields the output of each slice before reading the next: a stream that fails
 * discards the output that nobody has read yet.
 */
async function* inflated(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, string | undefined> {
  const unzip = createGunzip();
  let out: Buffer[] = [];
  unzip.on('data', (chunk: Buffer) => out.push(chunk));
  // The error is read from `errored`; without a listener it would end the program.
  unzip.on('error', () => {});
  // A stream that fails in a slice does not call back, but closes.
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
