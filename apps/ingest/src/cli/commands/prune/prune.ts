import {
  countPrunable,
  countPrunableUsage,
  countPrunableVersions,
  deleteUnusedBodies,
  pruneChanges,
  pruneHistory,
  pruneUsage,
  write,
  type Db,
} from '@dossier/store';
import { findKind, kinds } from '../../../kinds/index.ts';
import { eraseRecord, type Erased } from '../../../edits/erase.ts';
import { orStopped } from '../../../load/stop.ts';
import { printable } from '../../../report/printable.ts';
import { count } from '../../../report/report.ts';
import { UsageError } from '../../../rows/types.ts';
import { unknownName } from '../../../rows/validate.ts';
import { readConfig } from '../../config.ts';
import { show, withDatabase } from '../../database.ts';
import { exitCode } from '../../exit-codes.ts';
import type { PruneFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { change } from '../../runs/change.ts';
import { logTask } from '../../runs/run-log.ts';

const kindPlurals = kinds.map(({ plural }) => plural);

/** Deletes old changes, versions and usage, or erases a deleted record, and prints how many. */
export function runPrune(io: Io, { before, record, dryRun = false, json }: PruneFlags): Promise<number> {
  if ((before === undefined) === (record === undefined))
    throw new UsageError('Use either --before or --record.');
  if (before !== undefined) return pruneOld(io, { before, dryRun, json });
  return eraseOne(io, record!, { dryRun, json });
}

type Flags = Pick<PruneFlags, 'dryRun' | 'json'>;

function eraseOne(io: Io, [name = '', ...key]: string[], { dryRun = false, json }: Flags): Promise<number> {
  const kind = findKind(name);
  if (!kind) throw new UsageError(`Unknown kind: ${unknownName(name, kindPlurals)}.`);
  const print = ({ versions, statements }: Erased) => {
    const what = `${count(versions, 'version')} and ${count(statements, 'statement')}`;
    return printable(`${dryRun ? 'Would erase' : 'Erased'}: ${what} of ${kind.name} ${key.join(' ')}`);
  };
  const erase = async (given: { db: Db; run?: number; dryRun?: boolean }) => ({
    ...(await eraseRecord({ ...given, kind, key })),
    dryRun,
  });
  if (dryRun) return show(io, { json, indent: 0 }, (db) => erase({ db, dryRun }), print);
  return change(
    io,
    { json, indent: 0 },
    {
      name: { command: 'prune', source: `${kind.plural} ${key.join(' ')}` },
      work: ({ db, run }) => erase({ db, run }),
      countsOf: ({ versions, statements }) => ({ versions, statements }),
      print,
      isUnsearched: true,
    },
  );
}

async function pruneOld(
  io: Io,
  { before, dryRun = false, json }: Flags & { before: string },
): Promise<number> {
  const print = ({ changes, versions, usage }: Record<'changes' | 'versions' | 'usage', number>) =>
    `${dryRun ? 'Would delete' : 'Deleted'}: ${count(changes, 'change')}, ${count(versions, 'version')} and ${count(usage, 'count')} of usage before ${before}`;
  if (dryRun) {
    const read = async (db: Db) => ({
      ...{ changes: await countPrunable(db, before), versions: await countPrunableVersions(db, before) },
      ...{ usage: await countPrunableUsage(db, before), before, dryRun },
    });
    return show(io, { json, indent: 0 }, read, print);
  }
  return withDatabase(readConfig(io.env), async (db) => {
    const prune = async () => {
      const changes = await pruneChanges((step) => orStopped(write(db, step), io.stop), before);
      const versions = await pruneHistory((step) => orStopped(write(db, step), io.stop), before);
      await orStopped(write(db, deleteUnusedBodies), io.stop);
      const usage = await orStopped(
        write(db, (trx) => pruneUsage(trx, before)),
        io.stop,
      );
      return { changes, versions, usage };
    };
    const done = await logTask({ db, stop: io.stop }, { command: 'prune', source: before }, prune);
    io.out(`${json ? JSON.stringify({ ...done, before, dryRun }) : print(done)}\n`);
    return exitCode.done;
  });
}
