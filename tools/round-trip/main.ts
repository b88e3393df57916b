import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkSource } from './check.ts';
import { checkDraft, drafted } from './drafts.ts';
import { sources } from './sources.ts';

// npm run round-trip -- --data <folder>: compares what the mappings, and edited drafts of mappings, read from public
// tables with the tables themselves.

const MAPPINGS = join(import.meta.dirname, '../mappings');
const SHOWN = 5;
const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { data } = parseArgs({ options: { data: { type: 'string' } } }).values;
  if (data === undefined) throw new Error('Name the folder of the tables: --data <folder>');
  let different = 0;
  for (const source of sources) {
    const file = join(data, source.path);
    if (!existsSync(file)) {
      print(`${source.path}: not there`);
      continue;
    }
    const { rows, accepted, rejected, values, differences } = await checkSource(
      source,
      file,
      join(MAPPINGS, source.mapping),
    );
    print(
      `${source.path}: ${rows} rows, ${accepted} accepted, ${rejected} rejected, ${values} values, ${differences.length} differ`,
    );
    for (const difference of differences.slice(0, SHOWN)) print(`  ${difference}`);
    different += differences.length;
  }
  for (const each of drafted) {
    const { path, mapping } = each.source;
    const file = join(data, path);
    if (!existsSync(file)) continue;
    const { lines, edits, accepted, differences } = await checkDraft(each, file, join(MAPPINGS, mapping));
    print(
      `${path}: drafted in ${lines} lines, ${edits} edits, ${accepted} accepted, ${differences.length} differ`,
    );
    for (const difference of differences.slice(0, SHOWN)) print(`  ${difference}`);
    different += differences.length;
  }
  process.exitCode = different > 0 ? 1 : 0;
}

await main();
