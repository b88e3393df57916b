import { findKind } from '../../../kinds/index.ts';
import { columnsOfFile } from '../../../readers/draft/columns.ts';
import { checkMapping, type MistakeAt } from '../../../readers/mapping/file.ts';
import { printable } from '../../../report/printable.ts';
import { count, printReport } from '../../../report/report.ts';
import { isSql } from '../../../readers/formats/sql.ts';
import { LoadError } from '../../../rows/types.ts';
import { exitCode } from '../../exit-codes.ts';
import type { JsonFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { tryMapping, type Trial } from '../../runs/mapping-trial.ts';

/** Lists the mistakes of a mapping and, with a file, the records that it makes of the rows. */
export async function runMappingCheck(
  io: Io,
  path: string,
  file: string | undefined,
  { json }: JsonFlags,
): Promise<number> {
  if (isSql(path))
    throw new LoadError(
      `${path} is SQL. Try it with: npm run ingest -- plan <kind> <files> --mapping ${path}`,
    );
  const read = await checkMapping(path, findKind);
  let list: string | undefined;
  const columns =
    file === undefined ? [] : await columnsOfFile(file, read.reading, (field) => (list = field));
  const inColumns = columns.length === 0 ? [] : read.mistakesInColumns(columns, file!);
  const hint = inColumns.length > 0 && list !== undefined ? hintOf(file!, list) : undefined;
  const mistakes = [...('mistakes' in read ? read.mistakes : []), ...inColumns].sort(
    (a, b) => a.line - b.line,
  );
  if (mistakes.length > 0 || 'mistakes' in read) {
    io.out(
      json ? `${JSON.stringify({ mistakes, hint }, undefined, 2)}\n` : printMistakes(path, mistakes, hint),
    );
    return exitCode.failed;
  }
  const { kind, mapping } = read;
  const trial = file === undefined ? undefined : await tryMapping(kind, path, file);
  const unused = columns.filter((column) => !read.columns.some((used) => isPartOf(used, column)));
  const tried = trial && { ...trial, unused };
  if (json) io.out(`${JSON.stringify({ mistakes, kind: kind.plural, ...tried }, undefined, 2)}\n`);
  else {
    io.out(`${path}: ${count(mapping.fields.length, 'field')} of ${kind.plural}, no mistakes\n`);
    if (tried) io.out(printTrial(file!, tried));
  }
  return trial && trial.report.rejected > 0 ? exitCode.rejects : exitCode.done;
}

/** The columns `rounds` and `rounds.amount` are read by a rule for `rounds.0.amount`, and the other way round. */
const isPartOf = (used: string, column: string): boolean =>
  used === column || used.startsWith(`${column}.`) || column.startsWith(`${used}.`);

const hintOf = (file: string, list: string): string =>
  `"${printable(list)}" of ${file} is a list of objects; if these are the rows, add to the mapping: rows: ${printable(list)}.*`;

const printMistakes = (path: string, mistakes: MistakeAt[], hint: string | undefined): string =>
  `${mistakes.map(({ line, message }) => `${path} line ${line}: ${message}.`).join('\n')}\n${count(mistakes.length, 'mistake')}\n${hint === undefined ? '' : `${hint}\n`}`;

function printTrial(
  file: string,
  { report, unlessStored, fields, first, unused }: Trial & { unused: string[] },
): string {
  const valid = report.read - report.rejected - unlessStored.rejected;
  const width = Math.max(...Object.keys(fields).map(({ length }) => length), 0);
  const open = unlessStored.rejected > 0 ? `, ${unlessStored.rejected} rejected unless stored` : '';
  const lines = [
    `${file}: ${count(report.read, 'row')}, ${valid} valid, ${report.rejected} rejected${open}`,
    ...printReport(report).split('\n').slice(1),
    ...(open === ''
      ? []
      : [
          'Rejected, unless their record or company is stored already:',
          ...printReport(unlessStored).split('\n').slice(2),
        ]),
    ...(first ? ['Rows with a value:'] : []),
    ...Object.entries(fields).map(([field, n]) => `  ${field.padEnd(width)}  ${n}`),
    ...(first ? [`Row ${first.row} becomes: ${printable(JSON.stringify(first.record))}`] : []),
    ...(unused.length > 0 ? [`Columns that no rule reads: ${printable(unused.join(', '))}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
