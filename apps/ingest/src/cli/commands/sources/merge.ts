import { noteRun } from '@dossier/store';
import { kinds } from '../../../kinds/index.ts';
import { printChange } from '../../../plan/summary.ts';
import { mergeCompanies, type Merged } from '../../../records/merge.ts';
import { printable } from '../../../report/printable.ts';
import { count, printIndexed } from '../../../report/report.ts';
import { readConfig } from '../../config.ts';
import { readOnly, withDatabase } from '../../database.ts';
import { exitCode } from '../../exit-codes.ts';
import type { MergeFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { logTask } from '../../runs/run-log.ts';
import { withSearch } from '../../search-engine.ts';

/** Merges a company into another one, and prints the numbers of moved records. */
export async function runMerge(
  io: Io,
  into: string,
  from: string,
  { because, dryRun = false, json }: MergeFlags,
): Promise<number> {
  const config = readConfig(io.env);
  const print = (merged: Merged) => {
    io.out(`${json ? JSON.stringify(merged, undefined, 2) : printMerged(merged)}\n`);
    return exitCode.done;
  };
  if (dryRun) {
    return readOnly(config, io, (shown) =>
      withDatabase(shown, async (db) => print(await mergeCompanies({ db, into, from, dryRun }))),
    );
  }
  return withDatabase(config, async (db) =>
    withSearch(config, io, db, async (search) => {
      const work = async (run: number) => {
        const merged = await mergeCompanies({ db, search, into, from, run });
        if (because !== undefined) await noteRun(db, run, { message: because });
        return merged;
      };
      const name = { command: 'merge', kind: 'company', source: `${into} ${from}` };
      return print(
        await logTask({ db, stop: undefined }, name, work, ({ moved, joined }) => ({
          ...sums(moved, joined),
        })),
      );
    }),
  );
}

/** The numbers of records that were moved and joined. */
function sums(moved: Record<string, number>, joined: Record<string, number>): Record<string, number> {
  const sum = (numbers: Record<string, number>) => Object.values(numbers).reduce((all, n) => all + n, 0);
  return { moved: sum(moved), joined: sum(joined) };
}

function printMerged(merged: Merged): string {
  const { into, from, dryRun, moved, joined, changes } = merged;
  const verb = dryRun ? 'would be merged' : 'is merged';
  const lines = [printable(`${from.name} (${from.domain}) ${verb} into ${into.name} (${into.domain})`)];
  for (const [what, numbers] of [['moved', moved] as const, ['joined', joined] as const]) {
    const counts = kinds.flatMap(({ name, plural }) =>
      numbers[plural] ? [count(numbers[plural], name, plural)] : [],
    );
    if (counts.length > 0) lines.push(`  ${what}: ${counts.join(', ')}`);
  }
  for (const { field, before, after, source } of changes)
    lines.push(
      printable(`  ${printChange([field, [before, after]])}${source === null ? '' : ` (${source})`}`),
    );
  return [...lines, ...(dryRun ? [] : printIndexed(merged))].join('\n');
}
