import { noteRun, type Db } from '@dossier/store';
import type { SearchEngine } from '@dossier/search';
import { findKind } from '../../../kinds/index.ts';
import { setByHand, type HandValue } from '../../../records/hand.ts';
import { printable } from '../../../report/printable.ts';
import { printIndexed } from '../../../report/report.ts';
import { UsageError } from '../../../rows/types.ts';
import { readConfig } from '../../config.ts';
import { withDatabase } from '../../database.ts';
import { exitCode } from '../../exit-codes.ts';
import type { SetFlags, UnsetFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { logTask } from '../../runs/run-log.ts';
import { withSearch } from '../../search-engine.ts';

/** Sets a field by hand. The last two arguments are the field and the value. */
export function runSet(io: Io, kindName: string, given: string[], flags: SetFlags): Promise<number> {
  const [field, value] = given.slice(-2);
  if (given.length < 3) throw new UsageError('Name the record, the field and the value.');
  return change(io, { command: 'set', kindName, key: given.slice(0, -2), field: field!, value }, flags);
}

/** Removes a value that was set by hand. The last argument is the field. */
export function runUnset(io: Io, kindName: string, given: string[], flags: UnsetFlags): Promise<number> {
  if (given.length < 2) throw new UsageError('Name the record and the field.');
  const field = given.at(-1)!;
  return change(io, { command: 'unset', kindName, key: given.slice(0, -1), field, value: undefined }, flags);
}

interface Change {
  command: 'set' | 'unset';
  kindName: string;
  key: string[];
  field: string;
  value: string | undefined;
}

function change(
  io: Io,
  { command, kindName, key, field, value }: Change,
  { because, json }: UnsetFlags,
): Promise<number> {
  const config = readConfig(io.env);
  const kind = findKind(kindName)!;
  const source = [...key, field, value ?? []].flat().join(' ');
  const work = async (db: Db, search: SearchEngine | undefined, run: number) => {
    const done = await setByHand({ db, search, kind, key, field, value, run });
    if (because !== undefined) await noteRun(db, run, { message: because });
    return done;
  };
  return withDatabase(config, async (db) =>
    withSearch(config, io, db, async (search) => {
      const done = await logTask(
        { db, stop: undefined },
        { command, kind: kind.name, source },
        (run) => work(db, search, run),
        ({ outcome }) => ({ changed: outcome === 'changed' ? 1 : 0 }),
      );
      io.out(`${json ? JSON.stringify(done, undefined, 2) : printDone(command, done)}\n`);
      return exitCode.done;
    }),
  );
}

const printDone = (command: Change['command'], done: HandValue): string => {
  const name = `${done.kind} ${done.key.join(' ')}`;
  const what = command === 'unset' ? 'is no longer set by hand' : `= ${JSON.stringify(done.value)}`;
  const same = done.outcome === 'unchanged' ? ' (the record had this value)' : '';
  return [printable(`${name}: ${done.field} ${what}${same}`), ...printIndexed(done)].join('\n');
};
