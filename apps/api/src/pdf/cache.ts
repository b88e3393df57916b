/** Keeps what was made lately, as far as its memory goes. */
export interface PdfCache {
  /** What is kept under the key; else what `make` makes, in pieces as they come, kept once it is whole. */
  stream(key: string, make: () => AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

/** @param most bytes; what is larger than a quarter of it is not kept */
export function pdfCache(most: number): PdfCache {
  const kept = new Map<string, Uint8Array[]>();
  let bytes = 0;
  const sizeOf = (chunks: Uint8Array[]) => chunks.reduce((sum, { length }) => sum + length, 0);
  const drop = (key: string) => {
    bytes -= sizeOf(kept.get(key) ?? []);
    kept.delete(key);
  };
  return {
    stream: async function* (key, make) {
      const known = kept.get(key);
      if (known) {
        // The one that was asked for last is dropped last.
        kept.delete(key);
        kept.set(key, known);
        yield* known;
        return;
      }
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of make()) {
        size += chunk.length;
        if (size <= most / 4) chunks.push(chunk);
        else chunks.length = 0;
        yield chunk;
      }
      if (size > most / 4 || kept.has(key)) return;
      kept.set(key, chunks);
      bytes += size;
      for (const oldest of kept.keys()) {
        if (bytes <= most) break;
        drop(oldest);
      }
    },
  };
}
