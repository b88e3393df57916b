import type { FoundToDelete } from '@dossier/shared';
import { findKind } from '../../../kinds/index.ts';
import { printGoesWith } from '../../../ledger/remove.ts';
import { printIndexed } from '../../../report/report.ts';
import { show } from '../../database.ts';
import { deleteRecord, previewDeletion, type Deleted } from '../../../edits/delete.ts';
import type { Io } from '../../io.ts';
import type { DryRunFlags } from '../../flags.ts';
import { change } from '../../runs/change.ts';

/** Deletes one record and prints what was deleted with it. */
export function runDelete(
  io: Io,
  kindName: string,
  key: string[],
  { json, dryRun }: DryRunFlags,
): Promise<number> {
  const kind = findKind(kindName)!;
  if (dryRun)
    return show(
      io,
      { json, indent: 0 },
      (db) => previewDeletion(db, kind, key),
      (found) => `Would be deleted: ${printFound(found)}`,
    );
  return change(
    io,
    { json, indent: 0 },
    {
      name: { command: 'delete', kind: kind.name, source: key.join(' ') },
      work: (given) => deleteRecord({ ...given, kind, key }),
      countsOf: ({ with: children }) => children,
      print: printDeleted,
    },
  );
}

const printFound = ({ kind, key, with: children }: FoundToDelete): string =>
  `${kind} ${key.join(' ')}${printGoesWith(children)}`;

const printDeleted = (deleted: Deleted): string =>
  [`Deleted: ${printFound(deleted)}`, ...printIndexed(deleted)].join('\n');
