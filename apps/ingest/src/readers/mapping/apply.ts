import { domainOfUrl } from '@dossier/shared';
import type { z } from 'zod';
import { cellAt } from '../../rows/items-at.ts';
import { fieldOfText, isTextField, setAt, spreadsheetError } from '../../rows/schema.ts';
import { readDate, readNumber } from './formats.ts';
import type { Mapping } from './file.ts';
import { columnsInText, type ColumnRule, type FieldRule, type RejectRule, type SimpleRule } from './rules.ts';

/** A row of a foreign table, with the objects around it; see `cellAt`. */
export interface ForeignRow {
  cells: Record<string, unknown>;
  around?: Record<string, unknown>[] | undefined;
}

/** A record with warnings, or the reason to reject the row. */
export type Mapped = { record: Record<string, unknown>; warnings: string[] } | { reason: string };

interface Value {
  value: unknown;
  warning?: string;
  /** Why the value breaks the rule, although the schema would accept it. */
  problem?: string;
}

/**
 * Maps a row of a foreign table to a record. An empty cell is absent. A value that does not fit its rule stays unchanged,
 * and the schema rejects it. An item of a list (`listings.0`) is absent when one of its required fields is.
 */
export function applyMapping(
  { fields, needed, reject }: Mapping,
  schema: z.ZodType,
  row: ForeignRow,
): Mapped {
  const refused = reject.find((rule) => isRefused(rule, row));
  if (refused) return { reason: refused.reason };
  const record: Record<string, unknown> = {};
  const warnings: string[] = [];
  const problems: string[] = [];
  const leftOut = new Set<string>();
  const found = fields.flatMap(([field, rule]) => {
    const read = valueOf(rule, row);
    if (read.value === undefined) {
      if (needed.has(field)) for (const item of itemsOf(field)) leftOut.add(item);
      return [];
    }
    if (read.problem !== undefined) problems.push(`invalid record: ${field} ${read.problem}`);
    if (read.warning !== undefined) warnings.push(read.warning);
    return [[field, read.value] as const];
  });
  if (problems[0] !== undefined) return { reason: problems[0] };
  for (const [field, value] of found) {
    if (itemsOf(field).some((item) => leftOut.has(item))) continue;
    const wrong = spreadsheetError(value);
    if (wrong !== undefined) return { reason: `spreadsheet error: ${field} is ${wrong}, not a value` };
    setAt(
      record,
      field.split('.'),
      typeof value === 'string' ? fieldOfText(schema, field, value) : own(value, schema, field),
    );
  }
  // Removes the gaps of items that are left out.
  for (const [field, value] of Object.entries(record)) {
    if (Array.isArray(value)) record[field] = value.filter((item) => item !== undefined);
  }
  return { record, warnings };
}

/** Returns the list items that contain a field: `listings.0` for `listings.0.ticker`. */
const itemsOf = (field: string): string[] =>
  [...field.matchAll(/\.\d+(?=\.)/g)].map(({ index, 0: { length } }) => field.slice(0, index + length));

/** Converts a number of JSON or YAML to text for a text field. */
const own = (value: unknown, schema: z.ZodType, field: string): unknown =>
  typeof value === 'number' && isTextField(schema, field) ? String(value) : value;

function isRefused({ column, is }: RejectRule, row: ForeignRow): boolean {
  const cell = textOf(cellOf(column, row));
  return [is].flat().some((value) => (value === null ? cell === '' : cell === String(value)));
}

const cellOf = (column: string, { cells, around }: ForeignRow): unknown => cellAt(cells, column, around);

const textOf = (cell: unknown): string =>
  typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean'
    ? String(cell).trim()
    : '';

function valueOf(rule: FieldRule, row: ForeignRow): Value {
  if (!('first_of' in rule)) return simpleValue(rule, row);
  for (const each of rule.first_of) {
    const read = simpleValue(each, row);
    const isDomain = !('domain_of' in each) || domainOfUrl(textOf(read.value)) !== undefined;
    if (read.value !== undefined && isDomain) return read;
  }
  return { value: undefined };
}

function simpleValue(rule: SimpleRule, row: ForeignRow): Value {
  if ('constant' in rule) return { value: rule.constant };
  if ('text' in rule) return { value: filledIn(rule.text, row) };
  if ('domain_of' in rule) return { value: domainIn(textOf(cellOf(rule.domain_of, row)), rule) };
  const cell = cellOf(rule.column, row);
  const given = typeof cell === 'string' ? cell.trim() : cell;
  if (given === undefined || given === null || given === '') return { value: undefined };
  const isPlain = Object.keys(rule).length === 1;
  if (isPlain || !['string', 'number', 'boolean'].includes(typeof given)) return { value: given };
  const text = matched(textOf(given), rule.pattern) ?? textOf(given);
  if (text === '') return { value: undefined };
  if (rule.split !== undefined) return meantByAll(text.split(rule.split), rule.values);
  const meant = meaningOf(text, rule.values);
  if (meant) return meant;
  if (rule.number !== undefined) {
    return typeof given === 'number' && !rule.pattern ? { value: given } : numberIn(text, rule.number);
  }
  if (rule.date !== undefined) return { value: readDate(text, rule.date) ?? text };
  return { value: rule.pattern || typeof given === 'string' ? text : given };
}

/** Rejects a number in another notation, even if it could be read as it is: the next one may be wrong. */
function numberIn(text: string, form: NonNullable<ColumnRule['number']>): Value {
  const read = readNumber(text, form);
  if (read !== undefined || !/^[+-]?\d+\.\d+$/.test(text)) return { value: read ?? text };
  return { value: text, problem: `must be written as ${form}, not ${JSON.stringify(text)}` };
}

/** Returns the match of a pattern, or undefined. */
function matched(text: string, pattern: RegExp | undefined): string | undefined {
  const found = pattern?.exec(text);
  return found ? (found[1] ?? found[0]).trim() : undefined;
}

function filledIn(text: string, row: ForeignRow): string | undefined {
  const cells = new Map(columnsInText(text).map((column) => [column, textOf(cellOf(column, row))]));
  if ([...cells.values()].includes('')) return undefined;
  return text.replace(/\{([^{}]+)\}/g, (_, column: string) => cells.get(column)!);
}

/** Returns the domain of a web address without `www.`, or undefined for a domain that many companies share. */
function domainIn(
  cell: string,
  { pattern, except = [] }: Extract<SimpleRule, { domain_of: string }>,
): string | undefined {
  const address = pattern ? (matched(cell, pattern) ?? '') : cell;
  if (address === '') return undefined;
  const domain = domainOfUrl(address)?.replace(/^www\./, '');
  if (domain === undefined) return address;
  return except.some((each) => domain === each || domain.endsWith(`.${each}`)) ? undefined : domain;
}

type Values = ColumnRule['values'];

function meaningOf(text: string, values: Values): Value | undefined {
  if (!values || !Object.hasOwn(values, text)) return undefined;
  const meant = values[text]!;
  return typeof meant === 'object' && meant !== null ? meant : { value: meant };
}

function meantByAll(parts: string[], values: Values): Value {
  const items = [...new Set(parts.map((part) => part.trim()).filter(Boolean))];
  const meant = items.map((item): Value => meaningOf(item, values) ?? { value: item });
  const warning = meant.find((each) => each.warning !== undefined)?.warning;
  return {
    value: meant.flatMap(({ value }) => (value === null ? [] : [value])),
    ...(warning !== undefined && { warning }),
  };
}
