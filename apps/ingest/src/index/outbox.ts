import { isDeepStrictEqual } from 'node:util';
import { searchResultType } from '@dossier/shared';
import type { SearchEngine } from '@dossier/search';
import {
  acknowledge,
  changeIndexBeside,
  enqueueMissed,
  isSwitching,
  readIndexBeside,
  takeOutbox,
  write,
  type Db,
  type Trx,
} from '@dossier/store';
import { findKind } from '../kinds/index.ts';
import { isSearched, STEP_ENTRIES, stepsOf, type Step } from './entries.ts';

/** What was brought up to date in the index. */
export interface Indexed {
  put: number;
  removed: number;
}

/**
 * Brings the index up to date with the outbox, until that is empty. The records are read as they are now, so order
 * and repetition do not matter; a crash before the acknowledgement only means that they are indexed again. An engine
 * answers when what it was given can be found, so that nothing is acknowledged that it might still lose.
 *
 * Each step runs as the only writer: an entry can then not be overtaken by that of another program which read the
 * record earlier.
 * @throws SearchUnavailable when the engine cannot be used now; what is not indexed stays in the outbox
 */
export async function indexOutbox(options: {
  db: Db;
  search: SearchEngine;
  /** Counts what is done, also when the rest fails. */
  indexed?: Indexed;
}): Promise<Indexed> {
  const { db, search, indexed = { put: 0, removed: 0 } } = options;
  await settleCutOff(db, search);
  while (await write(db, (trx) => indexStep(trx, search, indexed)));
  return indexed;
}

/**
 * A program that was killed while it switched indexes has not said what the one lacks that it put in use. It is said
 * here, once. Where the index in use is still the old one it lacks nothing.
 */
async function settleCutOff(db: Db, search: SearchEngine): Promise<void> {
  const found = await readIndexBeside(db);
  if (!isSwitching(found) || (await search.name()) !== found.wanted) return;
  await write(db, async (trx) => {
    if (!isDeepStrictEqual(await readIndexBeside(trx), found)) return;
    await enqueueMissed(trx);
    await changeIndexBeside(trx, { state: found.state === 'returning' ? 'returned' : 'kept' });
  });
}

/** Indexes some of the records that wait, all of the kind that waits longest. False when none waits. */
async function indexStep(trx: Trx, search: SearchEngine, indexed: Indexed): Promise<boolean> {
  const rows = await takeOutbox(trx, STEP_ENTRIES);
  if (rows.length === 0) return false;
  const name = rows[0]!.kind;
  const kind = findKind(name);
  if (!kind) throw new Error(`The outbox names records of the kind "${name}", which is not known here.`);
  const ofKind = rows.filter((row) => row.kind === name);
  if (!isSearched(kind)) {
    await acknowledge(trx, ofKind);
    return true;
  }
  const ids = [...new Set(ofKind.map((row) => row.record_id))];
  const { value: step } = (await stepsOf(trx, kind, ids).next()) as { value: Step };
  const found = new Set(step.documents.map(({ id }) => id));
  const type = searchResultType.parse(kind.name);
  const gone = step.ids.filter((id) => !found.has(id)).map((id) => ({ type, id }));
  if (step.documents.length > 0) await search.put(step.documents);
  if (gone.length > 0) await search.remove(gone);
  const taken = new Set(step.ids);
  await acknowledge(
    trx,
    ofKind.filter((row) => taken.has(row.record_id)),
  );
  indexed.put += step.documents.length;
  indexed.removed += gone.length;
  return true;
}
