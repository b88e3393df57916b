import type { SearchKey } from '../search-engine.ts';
import { indexOf, STORED, type StoredIndex } from '../indexes.ts';
import { isEntry } from './meilisearch-about.ts';
import { entryKey, type StoredEntry } from './meilisearch-entry.ts';
import { guardServer, insist } from './meilisearch-guard.ts';
import type { Server } from './meilisearch-server.ts';

const PAGE = 1_000;

type Listed = Pick<StoredEntry, 'key' | 'hash' | 'type' | 'id'>;

/** Returns the hashes of the entries with these keys, in that order. */
export async function readHashes(server: Server, keys: SearchKey[]): Promise<(string | undefined)[]> {
  const hashes = new Map<string, string>();
  for (const index of STORED) {
    const ids = keys.filter(({ type }) => indexOf(type) === index).map(entryKey);
    for (let start = 0; start < ids.length; start += PAGE) {
      const part = ids.slice(start, start + PAGE);
      const { results } = await insist(() =>
        server.writer
          .index(server.uids[index])
          .getDocuments<Listed>({ ids: part, fields: ['key', 'hash'], limit: PAGE }),
      );
      for (const { key, hash } of results) hashes.set(key, hash);
    }
  }
  return keys.map((key) => hashes.get(entryKey(key)));
}

/** Reads a page of keys, with the number of documents read and the total of the index. */
async function readKeys(server: Server, index: StoredIndex, offset: number) {
  const { results, total } = await insist(() =>
    server.writer
      .index(server.uids[index])
      .getDocuments<Listed>({ fields: ['key', 'type', 'id'], offset, limit: PAGE }),
  );
  const keys = results.filter(isEntry).map(({ type, id }): SearchKey => ({ type, id }));
  return { keys, read: results.length, total };
}

/**
 * Lists the keys of an index in pages. Entries that are removed meanwhile move later ones forward, before the next page,
 * so it reads as many again.
 */
export async function* listKeys(server: Server, index: StoredIndex): AsyncGenerator<SearchKey[]> {
  let before: number | undefined;
  for (let offset = 0; ;) {
    const { keys, read, total } = await guardServer(() => readKeys(server, index, offset));
    const removed = Math.max(0, (before ?? total) - total);
    before = total;
    if (removed > 0 && offset > 0) {
      offset = Math.max(0, offset - removed);
      continue;
    }
    if (read === 0) return;
    if (keys.length > 0) yield keys;
    offset += read;
  }
}
