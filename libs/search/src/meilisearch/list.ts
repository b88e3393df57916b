import type { SearchKey } from '../engine.ts';
import { indexOf, INDEXES, type Index } from '../indexes.ts';
import { entryKey, type StoredEntry } from './entry.ts';
import { insist } from './guard.ts';
import type { Server } from './server.ts';

const PAGE = 1_000;

type Listed = Pick<StoredEntry, 'key' | 'hash' | 'type' | 'id'>;

/** The hashes of the entries with these keys, in their order. */
export async function readHashes(server: Server, keys: SearchKey[]): Promise<(string | undefined)[]> {
  const hashes = new Map<string, string>();
  for (const index of INDEXES) {
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

/** A page of the keys of an index. */
export async function readKeys(server: Server, index: Index, offset: number): Promise<SearchKey[]> {
  const { results } = await insist(() =>
    server.writer
      .index(server.uids[index])
      .getDocuments<Listed>({ fields: ['type', 'id'], offset, limit: PAGE }),
  );
  return results.map(({ type, id }) => ({ type, id }));
}
