import { LRUCache } from 'lru-cache';

/** Makes a PDF, in pieces. */
export type MakePdf = () => AsyncIterable<Uint8Array>;

/** Keeps recently made PDFs in memory and never makes the same one twice at a time. */
export interface PdfCache {
  /** Returns the PDF with this key; makes it if it is not kept. */
  get(key: string, make: MakePdf): Promise<Uint8Array>;
}

/** A short document need not wait for a long one, and few half-made PDFs fill memory. */
const AT_ONCE = 2;

/**
 * Makes a cache of PDFs.
 * @param most bytes in total; a PDF larger than a quarter of it is not kept
 * @param atOnce how many PDFs are made at once; others wait in order
 */
export function pdfCache(most: number, atOnce = AT_ONCE): PdfCache {
  const inTurn = places(atOnce);
  const kept = new LRUCache<string, Uint8Array, MakePdf>({
    maxSize: most,
    maxEntrySize: Math.floor(most / 4),
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_key, _stale, { context: make }) => inTurn(() => whole(make)),
    // One that is too large to be kept is still returned.
    ignoreFetchAbort: true,
  });
  return {
    get: async (key, make) => (await kept.fetch(key, { context: make }))!,
  };
}

async function whole(make: MakePdf): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of make()) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Runs so many pieces of work at once; the others wait in the order in which they came. */
function places(atOnce: number) {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
