import type { Database } from '@dossier/sqlite';
import type { SearchKey } from '../search-engine.ts';

const PAGE = 1_000;

/** Prepares the statements that list the index. */
export function prepareList(db: Database) {
  const hash = db
    .prepare<[string, string], string>(
      'SELECT hash FROM entry JOIN content USING (key) WHERE type = ? AND id = ?',
    )
    .pluck();
  const keysAfter = db.prepare<[number, number], SearchKey & { key: number }>(
    'SELECT key, type, id FROM entry WHERE key > ? ORDER BY key LIMIT ?',
  );
  return {
    hash: ({ type, id }: SearchKey) => hash.get(type, id),
    keysAfter: (key: number) => keysAfter.all(key, PAGE),
  };
}
