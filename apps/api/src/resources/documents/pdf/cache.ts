import { making, places, type Make, type Making } from './making.ts';

/** Keeps what was made lately, as far as its memory goes, and makes nothing twice at once. */
export interface PdfCache {
  /**
   * What is kept under the key, or is being made; else what `make` makes, in pieces as they come, kept once it is
   * whole. Nothing is made before the first piece is asked for.
   */
  stream(key: string, make: Make): AsyncIterable<Uint8Array>;
}

/** A short document need not wait for a long one, and memory holds few that are half done. */
const AT_ONCE = 2;

/**
 * @param most bytes; what is larger than a quarter of it is not kept
 * @param atOnce how many are made at once; the others wait for their turn
 */
export function pdfCache(most: number, atOnce = AT_ONCE): PdfCache {
  const kept = new Map<string, Uint8Array[]>();
  const makings = new Map<string, Making>();
  const inTurn = places(atOnce);
  let bytes = 0;
  const sizeOf = (chunks: Uint8Array[]) => chunks.reduce((sum, { length }) => sum + length, 0);
  const drop = (key: string) => {
    bytes -= sizeOf(kept.get(key) ?? []);
    kept.delete(key);
  };
  const keep = (key: string, chunks: Uint8Array[]) => {
    const size = sizeOf(chunks);
    if (size > most / 4 || kept.has(key)) return;
    kept.set(key, chunks);
    bytes += size;
    for (const oldest of kept.keys()) {
      if (bytes <= most) break;
      drop(oldest);
    }
  };
  const start = (key: string, make: Make) => {
    const started: Making = making(make, {
      inTurn,
      keep: (chunks) => keep(key, chunks),
      forget: () => {
        if (makings.get(key) === started) makings.delete(key);
      },
    });
    makings.set(key, started);
    return started;
  };
  const read = (key: string, make: Make): AsyncIterator<Uint8Array> => {
    const known = kept.get(key);
    if (!known) return (makings.get(key) ?? start(key, make)).read();
    // The one that was asked for last is dropped last.
    kept.delete(key);
    kept.set(key, known);
    return each(known);
  };
  return { stream: (key, make) => ({ [Symbol.asyncIterator]: () => read(key, make) }) };
}

async function* each(chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
