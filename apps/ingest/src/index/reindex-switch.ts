import { SwitchError, type IndexSwitch, type SearchEngine } from '@dossier/search';
import {
  changeIndexBeside,
  enqueueMissed,
  forgetIndexBeside,
  isSwitching,
  readIndexBeside,
  write,
  type Db,
  type Trx,
} from '@dossier/store';
import { bringInto, type BroughtIn } from './sync.ts';
import { LoadError } from '../rows/types.ts';

/**
 * Puts an index in use that came from beside, and names in the outbox what it may lack. Killed between any two of
 * its steps it leaves a row that says so, with both names. The next `indexOutbox` that finds the index in use names
 * what was missed.
 * @throws SwitchError when the index is not there; nothing is changed then
 */
export async function switchTo(options: {
  db: Db;
  indexes: IndexSwitch;
  state: 'switching' | 'returning';
  wanted: string;
  other: string;
  token: string;
}): Promise<void> {
  const { db, indexes, state, wanted, other, token } = options;
  const isOurs = async (trx: Trx) => (await readIndexBeside(trx))?.token === token;
  const before = await write(db, async (trx) => {
    const row = await readIndexBeside(trx);
    if (row?.token !== token) throw new LoadError('A reindex has begun since; this one gives way to it.');
    await changeIndexBeside(trx, { state, wanted, other });
    return row;
  });
  try {
    await indexes.use(wanted);
  } catch (error) {
    if (error instanceof SwitchError) {
      await write(db, async (trx) => ((await isOurs(trx)) ? changeIndexBeside(trx, before) : undefined));
    }
    throw error;
  }
  await write(db, async (trx) => {
    await enqueueMissed(trx);
    if (await isOurs(trx)) await changeIndexBeside(trx, { state: 'kept' });
  });
}

/**
 * Puts the index in use that is kept beside, and the other beside; so a second one undoes the first. One that was
 * killed is ended by the next.
 * @throws LoadError when none is kept beside
 */
export async function rollback({
  db,
  indexes,
  open,
}: {
  db: Db;
  indexes: IndexSwitch;
  /** Opens the index in use. */
  open: () => Promise<SearchEngine>;
}): Promise<BroughtIn> {
  const row = await readIndexBeside(db);
  if (row === undefined) {
    throw new LoadError('There is no index to go back to: no reindex has kept one.');
  }
  if (row.state === 'filling') {
    throw new LoadError(
      'There is no index to go back to: a reindex is being done, or was killed, and has not put its index in use. ' +
        'If it was killed, run reindex again.',
    );
  }
  const isCutOff = row.state === 'returning' || row.state === 'returned';
  const [wanted, other] = isCutOff ? [row.wanted!, row.other!] : [row.other!, row.wanted!];
  await switchTo({ db, indexes, state: 'returning', wanted, other, token: row.token });
  return bringInto(db, open);
}

/**
 * Removes whatever stands beside the index in use, and what was noted of what that missed. A reindex that is being done
 * gives way. What the one in use may still lack after a switch that was cut off stays named. Returns how many were noted to
 * be there: one, or none.
 * @throws SearchUnavailable when the engine cannot be used now; nothing is changed then
 */
export async function forget({
  db,
  indexes,
}: {
  db: Db;
  indexes: IndexSwitch;
}): Promise<{ removed: number }> {
  return write(db, async (trx) => {
    const row = await readIndexBeside(trx);
    if (isSwitching(row)) await enqueueMissed(trx);
    await forgetIndexBeside(trx);
    await indexes.discard();
    return { removed: row === undefined ? 0 : 1 };
  });
}
