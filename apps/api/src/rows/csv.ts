import { z } from 'zod';
import { bareOf } from './schema.ts';

/** The names that lead to a value inside a row: `['company', 'domain']`. */
export type Column = readonly string[];

/** Returns the columns of rows of a schema: one for each value that is not an object. A union has those of all its options. */
export function columnsOf(schema: z.ZodType | undefined, path: Column = []): Column[] {
  const bare = bareOf(schema);
  if (bare instanceof z.ZodUnion) {
    const all = bare.options.flatMap((option) => columnsOf(option as z.ZodType, path));
    return [...new Map(all.map((column) => [column.join('.'), column])).values()];
  }
  if (!(bare instanceof z.ZodObject)) return [path];
  return Object.entries(bare.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
    columnsOf(field, [...path, name]),
  );
}

/** Returns the header of a CSV file. */
export const csvHeader = (columns: Column[]): string => csvLine(columns.map((names) => names.join('.')));

/** Returns a row of a CSV file. Lists are JSON; a missing value is empty. */
export const csvRow = (columns: Column[], row: unknown): string =>
  csvLine(columns.map((names) => names.reduce(memberOf, row)));

const memberOf = (value: unknown, name: string): unknown =>
  (value as Record<string, unknown> | null | undefined)?.[name];

/** Returns a line of a CSV file, as RFC 4180 describes it. */
export const csvLine = (values: unknown[]): string => `${values.map(csvCell).join(',')}\r\n`;

/** The beginnings of texts that a spreadsheet runs as a formula, also in the full-width forms that some of them accept. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const NUMBER = /^-?\d+(\.\d+)?$/;
const QUOTED = /[",\r\n]|^\s|\s$/;

/** Returns a cell that no spreadsheet runs as a formula: such a text begins with an apostrophe. Numbers stay as they are. */
export function csvCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = typeof value === 'string' && FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
