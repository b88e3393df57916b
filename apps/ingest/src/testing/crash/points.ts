import type { SearchEngine } from '@dossier/search';
import type { Db } from '@dossier/store';
import type { Kind } from '../../kinds/kind.ts';

/** The points between source and acknowledgement at which to kill a program, in the order of a record's life. */
export const points = [
  'source read',
  'row checked',
  'batch stored',
  'deletion noted',
  'load: before commit',
  'load: committed',
  'outbox taken',
  'before put',
  'after put',
  'before remove',
  'after remove',
  'acknowledged',
] as const;
export type Point = (typeof points)[number];

/** Called when the program reaches a point. */
export type Reach = (point: Point) => void;

export const watchedKind = (kind: Kind, reach: Reach): Kind => ({
  ...kind,
  warningsOf: (given) => {
    reach('row checked');
    return kind.warningsOf?.(given) ?? [];
  },
});

export const watchedSearch = (search: SearchEngine, reach: Reach): SearchEngine => ({
  ...search,
  put: async (documents) => {
    reach('before put');
    await search.put(documents);
    reach('after put');
  },
  remove: async (keys) => {
    reach('before remove');
    await search.remove(keys);
    reach('after remove');
  },
});

/** Reports the points that lie between statements, which it sees on the database handle. */
export function watchDatabase(db: Db, reach: Reach): void {
  let isLoad = false;
  // The end of a commit is not reported; the next statement shows it.
  let isCommitted = false;
  const wordsOf = (query: unknown) => (query as { sql: string }).sql.toLowerCase().replace(/["`]/g, '');
  db.on('query', (query: unknown) => {
    const sql = wordsOf(query);
    if (isCommitted) reach('load: committed');
    isCommitted = false;
    if (sql.startsWith('begin')) isLoad = true;
    // The transaction that holds the index lock stores nothing.
    if (sql.startsWith('select pg_try_advisory')) isLoad = false;
    if (!sql.startsWith('commit') || !isLoad) return;
    reach('load: before commit');
    isCommitted = true;
    isLoad = false;
  });
  db.on('query-response', (_response: unknown, query: unknown) => {
    const sql = wordsOf(query);
    if (sql.startsWith('select * from outbox')) reach('outbox taken');
    if (sql.startsWith('delete from outbox')) reach('acknowledged');
    if (sql.startsWith('insert into deletions')) reach('deletion noted');
  });
}

/** Yields a file in small chunks. */
export async function* watchedSource(
  chunks: AsyncIterable<Uint8Array>,
  reach: Reach,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    reach('source read');
    yield chunk;
  }
}
