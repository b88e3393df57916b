import { isDeepStrictEqual } from 'node:util';
import { changedEntries } from '../damage.ts';
import { STORED } from '../indexes.ts';
import { isEntry } from './meilisearch-about.ts';
import { storedEntry, type StoredEntry } from './meilisearch-entry.ts';
import { guardServer, insist } from './meilisearch-guard.ts';
import type { Server } from './meilisearch-server.ts';

/** Entries are read whole, and one may be many megabytes. */
const PAGE = 100;

/** Checks every stored entry and its words for damage. Returns a sentence for each problem. */
export async function checkEntries(server: Server): Promise<string[]> {
  let [changed, first] = [0, ''];
  for (const index of STORED) {
    for (let offset = 0; ; offset += PAGE) {
      const { results } = await guardServer(() =>
        insist(() =>
          server.writer.index(server.uids[index]).getDocuments<StoredEntry>({ offset, limit: PAGE }),
        ),
      );
      for (const entry of results.filter(isEntry)) {
        if (!isAsPut(entry) && changed++ === 0) first = `${entry.type} ${entry.id}`;
      }
      if (results.length < PAGE) break;
    }
  }
  return changed > 0 ? [changedEntries(changed, first)] : [];
}

/** Returns whether an entry matches its hash. All other fields derive from the hashed ones. */
function isAsPut(entry: StoredEntry): boolean {
  try {
    return isDeepStrictEqual(storedEntry(entry), entry);
  } catch {
    return false;
  }
}
