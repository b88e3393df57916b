import type { SearchDocument, SearchKey } from '../search-engine.ts';
import { embedEntries } from '../embeddings/nearest.ts';
import { indexOf, STORED, type StoredIndex } from '../indexes.ts';
import { entryKey, storedEntry } from './meilisearch-entry.ts';
import type { Server } from './meilisearch-server.ts';
import { storedSuggestion } from './meilisearch-suggest.ts';
import { enqueueTask, waitForTasks } from './meilisearch-tasks.ts';
import { dropVectors, putVectors, storedVectors } from './meilisearch-vectors.ts';

/** A batch ends at this length in characters, or at this many entries. The server accepts 100 MB. */
const BATCH_LENGTH = 8_000_000;
const BATCH_ENTRIES = 10_000;

/** Adds or replaces entries, and waits until searches find them. Of two with one key the last counts. */
export async function putEntries(server: Server, documents: SearchDocument[]): Promise<void> {
  const last = new Map(documents.map((document) => [entryKey(document), document]));
  const tasks: number[] = [];
  const add = async (index: StoredIndex | 'suggestions', stored: Iterable<object>) => {
    for (const lines of batches(stored)) {
      const enqueue = () =>
        server.writer
          .index(server.uids[index])
          .addDocumentsFromString(lines, 'application/x-ndjson', { primaryKey: 'key' });
      tasks.push(await enqueueTask(server, enqueue));
    }
  };
  const { embedder } = server;
  const vectors: number[] = [];
  if (embedder) {
    const stored = (keys: SearchKey[]) => storedVectors(server, embedder.model, keys);
    for await (const batch of embedEntries([...last.values()], embedder, stored)) {
      vectors.push(...(await putVectors(server, embedder.model, batch)));
    }
  }
  // The server runs tasks in order. Because suggestions are first, every entry in the index has its suggestion.
  await changeSuggestions(server, [...last.values()], add, tasks);
  for (const index of STORED) {
    const ofIndex = [...last.values()].filter((document) => indexOf(document.type) === index);
    await add(index, storedEntries(ofIndex));
  }
  await waitForTasks(server, tasks);
  await waitForTasks(server, vectors, ['index_not_found']);
}

/** Adds suggestions, and removes the suggestions of entries without a text to suggest. Filings and news never have one. */
async function changeSuggestions(
  server: Server,
  documents: SearchDocument[],
  add: (index: 'suggestions', stored: object[]) => Promise<void>,
  tasks: number[],
): Promise<void> {
  await add(
    'suggestions',
    documents.flatMap((document) => storedSuggestion(document) ?? []),
  );
  const others = documents.filter((document) => storedSuggestion(document) === undefined);
  tasks.push(...(await dropSuggestions(server, others)));
}

async function dropSuggestions(server: Server, keys: SearchKey[]): Promise<number[]> {
  const suggested = keys.filter(({ type }) => type !== 'filing' && type !== 'news').map(entryKey);
  if (suggested.length === 0) return [];
  return [
    await enqueueTask(server, () => server.writer.index(server.uids.suggestions).deleteDocuments(suggested)),
  ];
}

/** Entries are large, so they are made one by one. */
function* storedEntries(documents: SearchDocument[]): Generator<object> {
  for (const document of documents) yield storedEntry(document);
}

/** Removes entries, and waits until searches no longer find them. */
export async function removeEntries(server: Server, keys: SearchKey[]): Promise<void> {
  const tasks: number[] = [];
  for (const index of STORED) {
    const ofIndex = keys.filter((key) => indexOf(key.type) === index).map(entryKey);
    if (ofIndex.length === 0) continue;
    tasks.push(
      await enqueueTask(server, () => server.writer.index(server.uids[index]).deleteDocuments(ofIndex)),
    );
  }
  tasks.push(...(await dropSuggestions(server, keys)));
  await waitForTasks(server, tasks);
  if (server.embedder) await waitForTasks(server, await dropVectors(server, keys), ['index_not_found']);
}

/** One entry a line. */
function* batches(stored: Iterable<object>): Generator<string> {
  let lines: string[] = [];
  let length = 0;
  for (const each of stored) {
    const line = JSON.stringify(each);
    lines.push(line);
    length += line.length;
    if (length < BATCH_LENGTH && lines.length < BATCH_ENTRIES) continue;
    yield lines.join('\n');
    lines = [];
    length = 0;
  }
  if (lines.length > 0) yield lines.join('\n');
}
