import type { IndexSwitch, SearchEngine, SearchResultType } from '@dossier/search';
import { forgetIndexBeside, readIndexBeside, write, type Db } from '@dossier/store';
import { countSearched, recordIds, searchedKinds, stepsOf } from './entries.ts';
import { LoadError } from '../rows/types.ts';

type Counts = Partial<Record<SearchResultType, number>>;

/**
 * Builds an index beside from all records, and sees that it holds them. When that fails, nothing stays beside. It begins
 * as the only writer: another reindex cannot begin between the look at whose turn it is and the new index.
 */
export async function fillIndex(options: {
  db: Db;
  indexes: IndexSwitch;
  token: string;
  /** Throws when another reindex has begun: what is beside is then that one's. */
  mustBeOurs: (db: Db) => Promise<void>;
  onProgress: ((done: number, total: number) => void) | undefined;
}): Promise<{ name: string; put: number }> {
  const { db, indexes, token, mustBeOurs, onProgress } = options;
  try {
    const { name, engine } = await write(db, async (trx) => {
      await mustBeOurs(trx);
      return indexes.begin();
    });
    try {
      const counts = await fill(db, engine, mustBeOurs, onProgress);
      await mustHold(engine, counts);
      return { name, put: sum(counts) };
    } finally {
      await engine.close();
    }
  } catch (error) {
    // What went wrong first is told.
    await abandon(db, indexes, token).catch(() => {});
    throw error;
  }
}

async function fill(
  db: Db,
  engine: SearchEngine,
  mustBeOurs: (db: Db) => Promise<void>,
  onProgress: ((done: number, total: number) => void) | undefined,
): Promise<Counts> {
  const total = await countSearched(db);
  const counts: Counts = {};
  let done = 0;
  for (const kind of searchedKinds()) {
    for await (const ids of recordIds(db, kind)) {
      for await (const step of stepsOf(db, kind, ids)) {
        await mustBeOurs(db);
        await engine.put(step.documents);
        for (const { type } of step.documents) counts[type] = (counts[type] ?? 0) + 1;
        done += step.ids.length;
        onProgress?.(done, total);
      }
    }
  }
  return counts;
}

async function mustHold(engine: SearchEngine, put: Counts): Promise<void> {
  const held: Counts = {};
  for await (const keys of engine.keys()) {
    for (const { type } of keys) held[type] = (held[type] ?? 0) + 1;
  }
  for (const { name } of searchedKinds()) {
    const type = name as SearchResultType;
    if (held[type] === put[type]) continue;
    throw new LoadError(
      `The new index holds ${held[type] ?? 0} of ${put[type] ?? 0} entries of the type ${type} that were put. ` +
        'The one in use stays. Run it again; if it happens again, look at what the search server logs.',
    );
  }
}

/** Leaves nothing beside, unless it is another reindex's by now. */
export async function abandon(db: Db, indexes: IndexSwitch, token: string): Promise<void> {
  await write(db, async (trx) => {
    if ((await readIndexBeside(trx))?.token !== token) return;
    await forgetIndexBeside(trx);
    // What a search that cannot be used now keeps there, the next reindex discards.
    await indexes.discard().catch(() => {});
  });
}

const sum = (counts: Counts): number => Object.values(counts).reduce((total, n) => total + n, 0);
