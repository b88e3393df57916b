import { findKind } from '../../../kinds/index.ts';
import { printGoesWith } from '../../../kinds/remove.ts';
import { printIndexed } from '../../../report/report.ts';
import { readConfig } from '../../config.ts';
import { readOnly, withDatabase } from '../../database.ts';
import { deleteRecord, previewDeletion, type Deleted, type Found } from '../../records/delete.ts';
import { exitCode } from '../../exit-codes.ts';
import type { Io } from '../../io.ts';
import type { DryRunFlags } from '../../flags.ts';
import { logTask } from '../../runs/run-log.ts';
import { withSearch } from '../../search-engine.ts';

/** Deletes one record and prints what was deleted with it. */
export async function runDelete(
  io: Io,
  kindName: string,
  key: string[],
  { json, dryRun }: DryRunFlags,
): Promise<number> {
  const config = readConfig(io.env);
  const kind = findKind(kindName)!;
  if (dryRun)
    return readOnly(config, io, (shown) =>
      withDatabase(shown, async (db) => {
        const found = await previewDeletion(db, kind, key);
        io.out(`${json ? JSON.stringify(found) : `Would be deleted: ${printFound(found)}`}\n`);
        return exitCode.done;
      }),
    );
  return withDatabase(config, async (db) =>
    withSearch(config, io, db, async (search) => {
      const deleted = await logTask(
        { db, stop: undefined },
        { command: 'delete', kind: kind.name, source: key.join(' ') },
        (run) => deleteRecord({ db, search, kind, key, run }),
        ({ with: children }) => children,
      );
      io.out(`${json ? JSON.stringify(deleted) : printDeleted(deleted)}\n`);
      return exitCode.done;
    }),
  );
}

const printFound = ({ kind, key, with: children }: Found): string =>
  `${kind} ${key.join(' ')}${printGoesWith(children)}`;

const printDeleted = (deleted: Deleted): string =>
  [`Deleted: ${printFound(deleted)}`, ...printIndexed(deleted)].join('\n');
