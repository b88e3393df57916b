import type { NewColumn, OwnColumnRow } from '@dossier/store';
import { cutTable } from './cut-table.ts';
import { daysIn } from './days.ts';
import {
  headerOf,
  notations,
  numbersIn,
  readTogether,
  withoutSign,
  type Header,
  type Notation,
} from './numbers.ts';

/** The most characters, rows and columns of numbers of a table, and characters of a name. */
export const LIMITS = { text: 200_000, rows: 2000, columns: 10, name: 120 };

/** A cell as it was read: what it means, or why it is rejected. A cell without either is empty. */
export type Cell = { text: string; value?: string | number; problem?: string };
/** A row as it was read. `problem` is why all of it is rejected. */
export type ReadRow = { row: number; cells: Cell[]; problem?: string };
/** A table as it was read. `problem` is why it cannot be used at all. */
export type ReadTable = {
  headers: (Pick<Header, 'name' | 'unit'> & { problem?: string })[];
  /** True if the first column has days, otherwise names. */
  dated: boolean;
  frequency: OwnColumnRow['frequency'];
  rows: ReadRow[];
  problem?: string;
};

/** What people write into a cell without a value. */
const EMPTY = /^(|[-–—.…]+|n\/?a|null|none)$/i;
const quoted = (text: string) => `“${text.slice(0, 40)}”`;

/** Reads a pasted table with a header row. What may mean several things is rejected, not guessed. */
export function readTable(text: string, notation?: Notation): ReadTable {
  const [head, ...body] = cutTable(text);
  const none = { headers: [], dated: false, frequency: null, rows: [] };
  if (!head || body.length === 0)
    return { ...none, problem: 'The table needs a header row and at least one row of values.' };
  if (head.cells.length < 2)
    return {
      ...none,
      problem:
        'The table needs a column of days or names and a column of numbers. Separate cells by tabs, commas or semicolons.',
    };
  if (body.length > LIMITS.rows)
    return { ...none, problem: `The table has ${body.length} rows. At most ${LIMITS.rows} are allowed.` };
  if (head.cells.length - 1 > LIMITS.columns)
    return {
      ...none,
      problem: `The table has ${head.cells.length - 1} columns of values. At most ${LIMITS.columns} are allowed.`,
    };
  const whole = body.filter(({ cells }) => cells.length === head.cells.length);
  const firsts = whole.map(({ cells }) => cells[0]!);
  const spelled = firsts.map(daysIn);
  const days = spelled.filter((one) => one.some(Boolean)).length;
  const dated = days > 0 && days >= firsts.length / 2;
  const readings = readTogether(spelled, ({ day }) => day);
  const columns = head.cells.slice(1).map((header, i) =>
    columnOf(
      header,
      whole.map(({ cells }) => cells[i + 1]!),
      notation,
    ),
  );
  const seen = new Map<string, number>();
  const kinds = new Set<OwnColumnRow['frequency']>();
  let at = 0;
  const rows = body.map(({ row, cells }): ReadRow => {
    if (cells.length !== head.cells.length)
      return {
        row,
        cells: cells.map((one) => ({ text: one })),
        problem: `has ${cells.length} cells, and the header ${head.cells.length}. Put cells that contain the separator in quotes`,
      };
    const i = at++;
    const first: Cell = dated
      ? dayCell(
          firsts[i]!,
          readings[i]!.map(({ day }) => day),
        )
      : nameCell(firsts[i]!);
    const read: ReadRow = { row, cells: [first, ...columns.map((column) => column.cells[i]!)] };
    if (first.problem !== undefined) return { ...read, problem: first.problem };
    const before = seen.get(String(first.value));
    if (before !== undefined)
      return {
        ...read,
        problem: `has the same ${dated ? 'day' : 'name'} as row ${before}. Delete one of them`,
      };
    seen.set(String(first.value), row);
    if (dated) kinds.add(readings[i]![0]!.of);
    return read;
  });
  const headers = [{ name: head.cells[0]!, unit: undefined }, ...columns.map(({ header }) => header)];
  const table = {
    headers,
    dated,
    frequency: dated ? (kinds.size === 1 ? [...kinds][0]! : null) : ('category' as const),
    rows,
  };
  const isEmpty = storedColumns(table).length === 0;
  return isEmpty ? { ...table, problem: 'No column has a number that can be read.' } : table;
}

const nameCell = (text: string): Cell =>
  text === ''
    ? { text, problem: 'has no name in the first column' }
    : { text, value: text.slice(0, LIMITS.name) };

function dayCell(text: string, days: string[]): Cell {
  if (days.length === 1) return { text, value: days[0]! };
  if (days.length === 0)
    return {
      text,
      problem: `has ${quoted(text)} instead of a day. Write 2024-03-31, 2024-03, Q1 2024 or 2024`,
    };
  return { text, problem: `has ${quoted(text)}, which may be ${days.join(' or ')}. Write one of these` };
}

function columnOf(given: string, texts: string[], notation: Notation | undefined) {
  const header = headerOf(given);
  const full = texts.filter((text) => !EMPTY.test(text));
  // A column that has the sign everywhere has named its unit.
  if (header.unit === undefined && full.length > 0 && full.every((text) => text.endsWith('%')))
    header.unit = 'percent';
  const bare = texts.map((text) => withoutSign(text, header.unit));
  const only = notation === undefined ? undefined : notations.indexOf(notation);
  const spelled = bare.map(({ text }) => {
    const all = EMPTY.test(text) ? notations.map(() => undefined) : numbersIn(text);
    return only === undefined ? all : all.map((value, i) => (i === only ? value : undefined));
  });
  const readings = readTogether(spelled, (value) => value);
  const cells = texts.map((text, i): Cell => {
    if (EMPTY.test(text)) return { text };
    if (header.problem !== undefined) return { text, problem: header.problem };
    const values = readings[i]!;
    if (values.length === 0)
      return {
        text,
        problem: /\d\s*(k|m|b|mn|bn|million|billion)$/i.test(text)
          ? 'is short for a larger number. Write all of its digits, or “(USD million)” in the header'
          : 'is not a number. Correct it, or leave the cell empty',
      };
    if (values.length > 1)
      return { text, problem: `may be ${values.join(' or ')}. Choose how the numbers are written` };
    const { problem } = bare[i]!;
    return problem === undefined ? { text, value: scaled(values[0]!, header.power) } : { text, problem };
  });
  return { header, cells };
}

/** Multiplies by a power of ten without the errors of binary fractions. */
const scaled = (value: number, power: number) =>
  Number(`${value}e${power}`.replace(/e(.*)e(.*)/, (_, a: string, b: string) => `e${Number(a) + Number(b)}`));

/** Returns the columns of a table that have numbers, as they are stored. Rejected cells have no value. */
export function storedColumns({ headers, dated, frequency, rows }: Omit<ReadTable, 'problem'>): NewColumn[] {
  const used = rows.filter(({ problem }) => problem === undefined);
  return headers.slice(1).flatMap(({ name, unit }, i): NewColumn[] => {
    const points = used.flatMap(({ cells }) => {
      const [x, y] = [cells[0]!.value, cells[i + 1]!.value];
      if (typeof y !== 'number') return [];
      return [{ x: dated ? `${x}T00:00:00.000Z` : x, y, type: 'historical' }];
    });
    if (points.length === 0) return [];
    const ordered = dated ? points.sort((a, b) => (a.x! < b.x! ? -1 : 1)) : points;
    return [
      {
        name: name.slice(0, LIMITS.name) || `Column ${i + 2}`,
        metric: unit ?? '',
        frequency,
        data_json: JSON.stringify(ordered),
      },
    ];
  });
}

/** Returns what is rejected, by row, with the reason. */
export const rejectsOf = ({ headers, rows }: ReadTable): { row: number; reason: string }[] =>
  rows.flatMap(({ row, cells, problem }) =>
    problem !== undefined
      ? [{ row, reason: `The row ${problem}.` }]
      : cells.flatMap((cell, i) =>
          cell.problem === undefined
            ? []
            : [{ row, reason: `${quoted(headers[i]!.name)}: ${quoted(cell.text)} ${cell.problem}.` }],
        ),
  );
