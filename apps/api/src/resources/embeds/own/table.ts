import { plainText } from '@dossier/embeds';
import type { NewColumn, OwnColumnRow } from '@dossier/store';
import { columnOf, ESTIMATE, type Cell } from './column.ts';
import { cutTable } from './cut-table.ts';
import { daysIn } from './days.ts';
import { readTogether, type Notation } from './numbers.ts';
import type { Header } from './units.ts';

/** Limits of a pasted table. `names`: rows in a table of names. `name`: characters of a name. */
export const LIMITS = { text: 200_000, rows: 2000, names: 100, columns: 10, name: 120 };

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

const quoted = (text: string) => `“${[...text].slice(0, 40).join('')}”`;

/**
 * Reads a pasted table with a header row. What may mean several things is rejected, not guessed.
 * @param today the day of pasting; values of later days are estimates
 */
export function readTable(text: string, today: string, notation?: Notation): ReadTable {
  const [given, ...body] = cutTable(text);
  const head = given && { ...given, cells: given.cells.map((header) => plainText(header, Infinity)) };
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
  const spelled = daysIn(firsts.map((first) => first.replace(ESTIMATE, '')));
  const days = spelled.filter((one) => one.some(Boolean)).length;
  const dated = days > 0 && days >= firsts.length / 2;
  if (!dated && body.length > LIMITS.names)
    return {
      ...none,
      problem: `The table has ${body.length} rows of names. At most ${LIMITS.names} are allowed, because each has a bar. Keep those to compare.`,
    };
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
          today,
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
    if (dated) kinds.add(readings[i]![0]!.ends);
    return read;
  });
  if (kinds.size > 1)
    return {
      ...none,
      problem: `The first column mixes ${[...kinds].map((kind) => PERIODS[kind ?? 'day']).join(' and ')}. Paste a table for each, or write the last day of every period, such as 2024-12-31.`,
    };
  const headers = [{ name: head.cells[0]!, unit: undefined }, ...columns.map(({ header }) => header)];
  const table = {
    headers,
    dated,
    frequency: dated ? ([...kinds][0] ?? null) : ('category' as const),
    rows,
  };
  const stored = storedColumns(table);
  const problem = stored.length === 0 ? 'No column has a number that can be read.' : headerProblem(stored);
  return problem === undefined ? table : { ...table, problem };
}

const isLong = (name: string) => [...name].length > LIMITS.name;

/** Reads a name as pages show it, so that names that look the same are the same. */
function nameCell(text: string): Cell {
  const name = plainText(text, Infinity);
  if (name === '') return { text, problem: 'has no name in the first column' };
  if (isLong(name)) return { text, problem: `has a name of more than ${LIMITS.name} characters. Shorten it` };
  return { text, value: name };
}

/** Returns what is wrong with the names of columns of numbers. */
function headerProblem(columns: readonly Pick<NewColumn, 'name' | 'metric'>[]): string | undefined {
  const long = columns.find(({ name }) => isLong(name));
  if (long)
    return `Row 1 names a column with more than ${LIMITS.name} characters: ${quoted(long.name)}. Shorten it.`;
  const twice = columns.find(
    ({ name, metric }, i) => columns.findIndex((other) => other.name === name && other.metric === metric) < i,
  );
  return (
    twice &&
    `Row 1 has two columns named ${quoted(twice.name)} with the same unit. Give them different names.`
  );
}

const PERIODS: Record<string, string> = {
  annual: 'years',
  quarterly: 'quarters',
  monthly: 'months',
  day: 'days',
};

function dayCell(text: string, days: string[], today: string): Cell {
  const [day] = days;
  if (days.length === 1) return { text, value: day!, isEstimate: day! > today || ESTIMATE.test(text) };
  if (days.length === 0)
    return {
      text,
      problem: `has ${quoted(text)} instead of a day. Write 2024-03-31, 2024-03, Q1 2024 or 2024`,
    };
  return { text, problem: `has ${quoted(text)}, which may be ${days.join(' or ')}. Write one of these` };
}

/** Returns the columns of a table that have numbers, as they are stored. Rejected cells have no value. */
export function storedColumns({ headers, dated, frequency, rows }: Omit<ReadTable, 'problem'>): NewColumn[] {
  const used = rows.filter(({ problem }) => problem === undefined);
  return headers.slice(1).flatMap(({ name, unit }, i): NewColumn[] => {
    const points = used.flatMap(({ cells }) => {
      const [first, cell] = [cells[0]!, cells[i + 1]!];
      const y = typeof cell.value === 'number' ? cell.value : null;
      // A name without a value keeps its place in the order of the table.
      if (y === null && dated) return [];
      const type = first.isEstimate || cell.isEstimate ? 'estimate' : 'historical';
      return [{ x: dated ? `${first.value}T00:00:00.000Z` : first.value, y, type }];
    });
    if (points.every(({ y }) => y === null)) return [];
    const ordered = dated ? points.sort((a, b) => (a.x! < b.x! ? -1 : 1)) : points;
    return [
      {
        name: name || `Column ${i + 2}`,
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
