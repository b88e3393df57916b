import {
  countPrunable,
  countPrunableVersions,
  deleteUnusedBodies,
  pruneChanges,
  pruneHistory,
  write,
} from '@dossier/store';
import { findKind, kinds } from '../../../kinds/index.ts';
import { eraseRecord, type Erased } from '../../../records/erase.ts';
import { orStopped } from '../../../records/stop.ts';
import { printable } from '../../../report/printable.ts';
import { count } from '../../../report/report.ts';
import { UsageError } from '../../../rows/types.ts';
import { unknownName } from '../../../rows/validate.ts';
import { readConfig } from '../../config.ts';
import { readOnly, withDatabase } from '../../database.ts';
import { exitCode } from '../../exit-codes.ts';
import type { PruneFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { logTask } from '../../runs/run-log.ts';

const kindPlurals = kinds.map(({ plural }) => plural);

/** Deletes old changes and versions, or erases a deleted record, and prints how many. */
export function runPrune(io: Io, { before, record, dryRun = false, json }: PruneFlags): Promise<number> {
  if ((before === undefined) === (record === undefined))
    throw new UsageError('Use either --before or --record.');
  if (before !== undefined) return pruneOld(io, { before, dryRun, json });
  return eraseOne(io, record!, { dryRun, json });
}

type Flags = Pick<PruneFlags, 'dryRun' | 'json'>;

async function eraseOne(
  io: Io,
  [name = '', ...key]: string[],
  { dryRun = false, json }: Flags,
): Promise<number> {
  const config = readConfig(io.env);
  const kind = findKind(name);
  if (!kind) throw new UsageError(`Unknown kind: ${unknownName(name, kindPlurals)}.`);
  const print = ({ versions, statements }: Erased): number => {
    const what = `${count(versions, 'version')} and ${count(statements, 'statement')}`;
    const text = `${dryRun ? 'Would erase' : 'Erased'}: ${what} of ${kind.name} ${key.join(' ')}`;
    io.out(`${json ? JSON.stringify({ versions, statements, dryRun }) : printable(text)}\n`);
    return exitCode.done;
  };
  if (dryRun)
    return readOnly(config, io, (shown) =>
      withDatabase(shown, async (db) => print(await eraseRecord({ db, kind, key, dryRun }))),
    );
  return withDatabase(config, async (db) => {
    const task = { command: 'prune', source: `${kind.plural} ${key.join(' ')}` };
    return print(await logTask({ db, stop: undefined }, task, (run) => eraseRecord({ db, kind, key, run })));
  });
}

async function pruneOld(
  io: Io,
  { before, dryRun = false, json }: Flags & { before: string },
): Promise<number> {
  const config = readConfig(io.env);
  const print = ({ changes, versions }: { changes: number; versions: number }): number => {
    const what = `${count(changes, 'change')} and ${count(versions, 'version')}`;
    const text = `${dryRun ? 'Would delete' : 'Deleted'}: ${what} before ${before}`;
    io.out(`${json ? JSON.stringify({ changes, versions, before, dryRun }) : text}\n`);
    return exitCode.done;
  };
  if (dryRun)
    return readOnly(config, io, (shown) =>
      withDatabase(shown, async (db) =>
        print({
          changes: await countPrunable(db, before),
          versions: await countPrunableVersions(db, before),
        }),
      ),
    );
  return withDatabase(config, async (db) => {
    const prune = async () => {
      const changes = await pruneChanges((step) => orStopped(write(db, step), io.stop), before);
      const versions = await pruneHistory((step) => orStopped(write(db, step), io.stop), before);
      await orStopped(write(db, deleteUnusedBodies), io.stop);
      return { changes, versions };
    };
    return print(await logTask({ db, stop: io.stop }, { command: 'prune', source: before }, prune));
  });
}
