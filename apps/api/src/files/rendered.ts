import { limitConcurrency } from '@dossier/shared';
import { LRUCache } from 'lru-cache';

/** Builds a file (a PDF or a PNG), in chunks. */
type MakeFile = () => AsyncIterable<Uint8Array>;

/** Keeps recent files in memory. Concurrent requests for a file build it only once. */
export interface RenderedCache {
  /** Returns the file with this key, and builds it if it is not cached. */
  get(key: string, make: MakeFile): Promise<Uint8Array>;
  /** Returns the size of the kept files in bytes. */
  bytes(): number;
}

/** Two: a short document does not wait for a long one, and few unfinished files use memory. */
const AT_ONCE = 2;

/**
 * Creates a cache of files.
 * @param maxBytes the maximum total size in bytes; a file larger than a quarter of it is not cached
 * @param atOnce how many files are built at once; others wait in order
 */
export function renderedCache(maxBytes: number, atOnce = AT_ONCE): RenderedCache {
  const inTurn = limitConcurrency(atOnce);
  const kept = new LRUCache<string, Uint8Array, MakeFile>({
    maxSize: maxBytes,
    maxEntrySize: Math.floor(maxBytes / 4),
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_key, _stale, { context: make }) => inTurn(() => whole(make)),
    // Without this, a file that is too large to cache would be lost.
    ignoreFetchAbort: true,
  });
  return {
    get: async (key, make) => (await kept.fetch(key, { context: make }))!,
    bytes: () => kept.calculatedSize,
  };
}

async function whole(make: MakeFile): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of make()) pieces.push(piece);
  return Buffer.concat(pieces);
}
