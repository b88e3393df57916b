import { findKind } from '../../kinds/index.ts';
import type { Kind } from '../../kinds/kind.ts';
import { columnsOfFile } from '../../readers/draft/columns.ts';
import { checkMapping, type MistakeAt } from '../../readers/mapping/file.ts';
import { readFiles } from '../../readers/open.ts';
import { readRecords } from '../../records/pipeline.ts';
import { printable } from '../../report/printable.ts';
import {
  count,
  countReject,
  countWarning,
  emptyReport,
  printReport,
  type Report,
} from '../../report/report.ts';
import { isSql } from '../../readers/sql.ts';
import { isObject, isReject, LoadError } from '../../rows/types.ts';
import { exitCode } from '../exit-codes.ts';
import type { MappingCheckFlags } from '../flags.ts';
import type { Io } from '../io.ts';

/** The result of mapping a file. */
interface Trial {
  report: Report;
  /** Valid rows by field. */
  fields: Record<string, number>;
  /** The first record. */
  first: { row: number; record: unknown } | undefined;
  unused: string[];
}

/** Lists the mistakes of a mapping and, with a file, the records that it makes of the rows. */
export async function runMappingCheck(
  io: Io,
  path: string,
  file: string | undefined,
  { json }: MappingCheckFlags,
): Promise<number> {
  if (isSql(path))
    throw new LoadError(
      `${path} is SQL. Try it with: npm run ingest -- plan <kind> <files> --mapping ${path}`,
    );
  const read = await checkMapping(path, findKind);
  const columns = file === undefined ? [] : await columnsOfFile(file, read.reading);
  const inColumns = columns.length === 0 ? [] : read.mistakesInColumns(columns, file!);
  const mistakes = [...('mistakes' in read ? read.mistakes : []), ...inColumns].sort(
    (a, b) => a.line - b.line,
  );
  if (mistakes.length > 0 || 'mistakes' in read) {
    io.out(json ? `${JSON.stringify({ mistakes }, undefined, 2)}\n` : printMistakes(path, mistakes));
    return exitCode.failed;
  }
  const { kind, mapping } = read;
  const trial = file === undefined ? undefined : await tryMapping(kind, path, file);
  if (trial) trial.unused = columns.filter((column) => !read.columns.some((used) => isPartOf(used, column)));
  if (json) io.out(`${JSON.stringify({ mistakes, kind: kind.plural, ...trial }, undefined, 2)}\n`);
  else {
    io.out(`${path}: ${count(mapping.fields.length, 'field')} of ${kind.plural}, no mistakes\n`);
    if (trial) io.out(printTrial(file!, trial));
  }
  return trial && trial.report.rejected > 0 ? exitCode.rejects : exitCode.done;
}

/** The columns `rounds` and `rounds.amount` are read by a rule for `rounds.0.amount`, and the other way round. */
const isPartOf = (used: string, column: string): boolean =>
  used === column || used.startsWith(`${column}.`) || column.startsWith(`${used}.`);

const printMistakes = (path: string, mistakes: MistakeAt[]): string =>
  `${mistakes.map(({ line, message }) => `${path} line ${line}: ${message}.`).join('\n')}\n${count(mistakes.length, 'mistake')}\n`;

async function tryMapping(kind: Kind, mapping: string, file: string): Promise<Trial> {
  const report = emptyReport(kind.plural, true);
  const trial: Trial = { report, fields: {}, first: undefined, unused: [] };
  for await (const row of readRecords({ kind, items: readFiles(kind, [file], { mapping }) })) {
    if ('onStored' in row) continue;
    if (isReject(row)) {
      countReject(report, { ...row, reason: printable(row.reason) }, true);
      continue;
    }
    report.read++;
    trial.first ??= { row: row.row, record: row.record };
    for (const field of fieldsOf(row.record)) trial.fields[field] = (trial.fields[field] ?? 0) + 1;
    for (const warning of row.warnings) countWarning(report, printable(warning), row);
  }
  return trial;
}

/** The dotted names of the values of a record. */
const fieldsOf = (value: unknown): string[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, inner]) =>
        isObject(inner) ? fieldsOf(inner).map((each) => `${key}.${each}`) : inner === undefined ? [] : [key],
      )
    : [];

function printTrial(file: string, { report, fields, first, unused }: Trial): string {
  const valid = report.read - report.rejected;
  const width = Math.max(...Object.keys(fields).map(({ length }) => length), 0);
  const lines = [
    `${file}: ${count(report.read, 'row')}, ${valid} valid, ${report.rejected} rejected`,
    ...printReport(report).split('\n').slice(1),
    ...(valid > 0 ? ['Rows with a value:'] : []),
    ...Object.entries(fields).map(([field, n]) => `  ${field.padEnd(width)}  ${n}`),
    ...(first ? [`Row ${first.row} becomes: ${printable(JSON.stringify(first.record))}`] : []),
    ...(unused.length > 0 ? [`Columns that no rule reads: ${printable(unused.join(', '))}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
