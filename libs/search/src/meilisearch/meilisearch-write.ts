import type { SearchDocument, SearchKey } from '../search-engine.ts';
import { indexOf, INDEXES } from '../indexes.ts';
import { entryKey, storedEntry } from './meilisearch-entry.ts';
import type { Server } from './meilisearch-server.ts';
import { finish, hand } from './meilisearch-tasks.ts';

/** A batch ends at this length in characters, or at this many entries. The server accepts 100 MB. */
const BATCH_LENGTH = 8_000_000;
const BATCH_ENTRIES = 1_000;

/** Adds or replaces entries, and waits until searches find them. Of two with one key the last counts. */
export async function putEntries(server: Server, documents: SearchDocument[]): Promise<void> {
  const last = new Map(documents.map((document) => [entryKey(document), document]));
  const tasks: number[] = [];
  for (const index of INDEXES) {
    const ofIndex = [...last.values()].filter((document) => indexOf(document.type) === index);
    for (const lines of batches(ofIndex)) {
      const add = () =>
        server.writer
          .index(server.uids[index])
          .addDocumentsFromString(lines, 'application/x-ndjson', { primaryKey: 'key' });
      tasks.push(await hand(server, add));
    }
  }
  await finish(server, tasks);
}

/** Removes entries, and waits until searches no longer find them. */
export async function removeEntries(server: Server, keys: SearchKey[]): Promise<void> {
  const tasks: number[] = [];
  for (const index of INDEXES) {
    const ofIndex = keys.filter((key) => indexOf(key.type) === index).map(entryKey);
    if (ofIndex.length === 0) continue;
    tasks.push(await hand(server, () => server.writer.index(server.uids[index]).deleteDocuments(ofIndex)));
  }
  await finish(server, tasks);
}

/** One entry a line. */
function* batches(documents: SearchDocument[]): Generator<string> {
  let lines: string[] = [];
  let length = 0;
  for (const document of documents) {
    const line = JSON.stringify(storedEntry(document));
    lines.push(line);
    length += line.length;
    if (length < BATCH_LENGTH && lines.length < BATCH_ENTRIES) continue;
    yield lines.join('\n');
    lines = [];
    length = 0;
  }
  if (lines.length > 0) yield lines.join('\n');
}
