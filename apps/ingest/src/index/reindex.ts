import { randomUUID } from 'node:crypto';
import { SearchTaken, SwitchError, type IndexSwitch, type SearchEngine } from '@dossier/search';
import {
  beginIndexBeside,
  enqueueMissed,
  isSwitching,
  readIndexBeside,
  write,
  type Db,
} from '@dossier/store';
import { abandon, fillIndex } from './reindex-fill.ts';
import { switchTo } from './reindex-switch.ts';
import { bringInto, type BroughtIn } from './sync.ts';
import { LoadError } from '../rows/types.ts';

/** What a reindex did. */
export interface Reindexed extends BroughtIn {
  /** Entries of the new index, before what had changed meanwhile was brought in. */
  put: number;
  /** Whether the index that was in use is that of another database, which cannot use it any more. */
  tookOver: boolean;
  seconds: number;
}

export interface Reindex {
  db: Db;
  indexes: IndexSwitch;
  /** Opens the index in use. */
  open: () => Promise<SearchEngine>;
  onProgress?: (done: number, total: number) => void;
}

/**
 * Builds the index anew from the database beside the one in use, sees that it holds what was put, puts it in use and
 * keeps the other for `rollback`. Others load and index meanwhile: what they take off the outbox is noted as missed
 * (`libs/store/src/index-beside.ts`), and brought in after the switch.
 *
 * The place of another database's index it takes over, and tells so.
 *
 * One that is killed leaves an index beside that the next reindex discards. Of two at a time the later one wins.
 * @throws LoadError when the new index does not hold what was put, or another reindex has begun
 * @throws SwitchError when somebody else has removed the new index; nothing is kept beside then
 * @throws SearchUnavailable when the engine cannot be used now; what was in use stays so
 */
export async function reindex({ db, indexes, open, onProgress }: Reindex): Promise<Reindexed> {
  const startedAt = performance.now();
  const token = randomUUID();
  const tookOver = await isTaken(open);
  await write(db, async (trx) => {
    // What was cut off may have put one in use that lacks something.
    if (isSwitching(await readIndexBeside(trx))) await enqueueMissed(trx);
    await beginIndexBeside(trx, token);
  });
  const mustBeOurs = async (db: Db) => {
    if ((await readIndexBeside(db))?.token === token) return;
    throw new LoadError('Another reindex has begun since; this one gives way to it.');
  };
  const { name, put } = await fillIndex({ db, indexes, token, mustBeOurs, onProgress });
  try {
    await switchTo({ db, indexes, state: 'switching', wanted: name, other: await indexes.current(), token });
  } catch (error) {
    if (error instanceof SwitchError) await abandon(db, indexes, token);
    throw error;
  }
  const brought = await bringInto(db, open);
  return { put, tookOver, ...brought, seconds: Math.round((performance.now() - startedAt) / 10) / 100 };
}

async function isTaken(open: () => Promise<SearchEngine>): Promise<boolean> {
  try {
    const search = await open();
    // A server says whose its index is when it is asked something.
    await search.hashes([]).finally(() => search.close());
    return false;
  } catch (error) {
    return error instanceof SearchTaken;
  }
}
