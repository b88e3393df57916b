import type { Database } from '@dossier/sqlite';
import { ConfigError } from '@dossier/shared';
import { NEAREST, otherModel, type TextVector } from '../embeddings/nearest.ts';
import { SearchUnfit, type SearchKey, type SearchResultType } from '../search-engine.ts';
import type { Condition } from './fts5-filter.ts';

/** The tables of vectors, which exist once an entry has one. They need no extension to be written. */
const SCHEMA = `
  CREATE TABLE vector_model (model TEXT NOT NULL, dimensions INTEGER NOT NULL);
  CREATE TABLE vector (key INTEGER NOT NULL REFERENCES entry, hash TEXT NOT NULL, embedding BLOB NOT NULL);
  CREATE INDEX vector_key ON vector (key);
`;

/**
 * Loads the functions that compare vectors.
 * @throws ConfigError if they are not installed or do not run on this machine
 */
export async function loadVectors(db: Database): Promise<void> {
  try {
    const { load } = await import('sqlite-vec');
    load(db);
  } catch (error) {
    throw new ConfigError(
      'EMBEDDINGS_URL needs the package sqlite-vec, which is missing or does not run on this machine. Install it ' +
        'without --omit=optional, use a Meilisearch server, or remove EMBEDDINGS_URL.',
      { cause: error },
    );
  }
}

const toBlob = (vector: Float32Array): Buffer =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
const toVector = (blob: Buffer): Float32Array => new Float32Array(new Uint8Array(blob).buffer);

/** Prepares writing vectors; run it in a transaction. */
export function prepareVectorWriter(db: Database) {
  const exists = prepareExists(db);
  return {
    drop: (key: number): void => {
      if (exists()) db.prepare('DELETE FROM vector WHERE key = ?').run(key);
    },
    /** Adds the vectors of an entry. @throws SearchUnfit if the index has vectors of another model or length */
    add: (key: number, model: string, vectors: TextVector[]): void => {
      const [first] = vectors;
      if (!first) return;
      const dimensions = first.vector.length;
      if (!exists()) {
        db.exec(SCHEMA);
        db.prepare('INSERT INTO vector_model VALUES (?, ?)').run(model, dimensions);
      }
      const isFit =
        isOf(db, model, dimensions) && vectors.every(({ vector }) => vector.length === dimensions);
      if (!isFit) throw new SearchUnfit(otherModel(model));
      const insert = db.prepare('INSERT INTO vector (key, hash, embedding) VALUES (?, ?, ?)');
      for (const { hash, vector } of vectors) insert.run(key, hash, toBlob(vector));
    },
  };
}

/** Prepares reading the vectors of entries. */
export function prepareStored(db: Database) {
  const exists = prepareExists(db);
  return (keys: SearchKey[]): TextVector[] => {
    if (!exists()) return [];
    const find = db.prepare<[string, string], { hash: string; embedding: Buffer }>(
      'SELECT hash, embedding FROM entry JOIN vector USING (key) WHERE type = ? AND id = ?',
    );
    return keys.flatMap(({ type, id }) =>
      find.all(type, id).map(({ hash, embedding }) => ({ hash, vector: toVector(embedding) })),
    );
  };
}

/** Prepares reading the entries nearest to a vector. It compares all vectors of the index. Needs `loadVectors`. */
export function prepareNearest(db: Database) {
  const exists = prepareExists(db);
  /** Returns keys, nearest first. There are none if the vectors of the index are of another model. */
  return (types: SearchResultType[], model: string, vector: Float32Array, condition: Condition): number[] => {
    if (!exists() || !isOf(db, model, vector.length)) return [];
    const filter = condition.sql === '' ? '' : `AND ${condition.sql}`;
    return db
      .prepare<[object], number>(
        `SELECT e.key FROM vector v CROSS JOIN entry e ON e.key = v.key WHERE e.type IN (SELECT value FROM json_each(@ofTypes)) ${filter}
         GROUP BY e.key HAVING min(vec_distance_cosine(v.embedding, @vector)) < 1
         ORDER BY min(vec_distance_cosine(v.embedding, @vector)), e.date DESC, e.type, e.id LIMIT ${NEAREST}`,
      )
      .pluck()
      .all({ ...condition.values, ofTypes: JSON.stringify(types), vector: toBlob(vector) });
  };
}

function prepareExists(db: Database): () => boolean {
  const find = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'vector'");
  return () => find.get() !== undefined;
}

const isOf = (db: Database, model: string, dimensions: number): boolean =>
  db.prepare('SELECT 1 FROM vector_model WHERE model = ? AND dimensions = ?').get(model, dimensions) !==
  undefined;
