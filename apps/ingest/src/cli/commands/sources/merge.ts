import { kinds } from '../../../kinds/index.ts';
import { printChange } from '../../../plan/summary.ts';
import { mergeCompanies, type Merged } from '../../../edits/merge.ts';
import { printable } from '../../../report/printable.ts';
import { count, printIndexed } from '../../../report/report.ts';
import { show } from '../../database.ts';
import type { MergeFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { change } from '../../runs/change.ts';

/** Merges a company into another one, and prints the numbers of moved records. */
export function runMerge(
  io: Io,
  into: string,
  from: string,
  { because, dryRun = false, json }: MergeFlags,
): Promise<number> {
  if (dryRun) return show(io, { json }, (db) => mergeCompanies({ db, into, from, dryRun }), printMerged);
  return change(
    io,
    { json, because },
    {
      name: { command: 'merge', kind: 'company', source: `${into} ${from}` },
      work: (given) => mergeCompanies({ ...given, into, from }),
      countsOf: ({ moved, joined }) => ({ moved: sum(moved), joined: sum(joined) }),
      print: printMerged,
    },
  );
}

const sum = (numbers: Record<string, number>) => Object.values(numbers).reduce((all, n) => all + n, 0);

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
