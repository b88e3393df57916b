import { LRUCache } from 'lru-cache';

/** Builds a PDF, in chunks. */
export type MakePdf = () => AsyncIterable<Uint8Array>;

/** Keeps recent PDFs in memory. Concurrent requests for a PDF build it only once. */
export interface PdfCache {
  /** Returns the PDF with this key, and builds it if it is not cached. */
  get(key: string, make: MakePdf): Promise<Uint8Array>;
}

/** Two, so that a short document need not wait for a long one and few unfinished PDFs use memory. */
const AT_ONCE = 2;

/**
 * Creates a cache of PDFs.
 * @param most the maximum total size in bytes; a PDF larger than a quarter of it is not cached
 * @param atOnce how many PDFs are built at once; others wait in order
 */
export function pdfCache(most: number, atOnce = AT_ONCE): PdfCache {
  const inTurn = places(atOnce);
  const kept = new LRUCache<string, Uint8Array, MakePdf>({
    maxSize: most,
    maxEntrySize: Math.floor(most / 4),
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_key, _stale, { context: make }) => inTurn(() => whole(make)),
    // Returns a PDF that is too large to be cached.
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

/** Limits how many tasks run at once. The others wait in order of arrival. */
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
