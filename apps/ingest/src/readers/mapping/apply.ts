import type { z } from 'zod';
import { fieldOfText, isTextField, setAt, spreadsheetError, withoutGaps } from '../../rows/schema.ts';
import { fieldProblem } from '../../rows/validate.ts';
import { currencyField, isAmount, valuesOf, type FieldValue } from './amounts.ts';
import type { Mapping } from './file.ts';
import { UNIX_FORMS } from './formats.ts';
import type { FieldRule, OnError, RejectRule } from './rules.ts';
import { textIn, type ForeignRow } from './value.ts';
import { cut } from '../../rows/cut.ts';

export type { ForeignRow } from './value.ts';

/** A record with warnings, or the reason to reject the row. */
type Mapped = { record: Record<string, unknown>; warnings: string[] } | { reason: string };

/** Problems that one reason names; a row may have many. */
const MAX_PROBLEMS = 3;

/**
 * Maps a row of a foreign table to a record. An empty cell is absent. A value that its rule cannot read is a reason to
 * reject the row or, with `on_error: drop`, left out with a warning. An item of a list (`listings.0`) is absent when one
 * of its required fields is.
 */
export function applyMapping(mapping: Mapping, schema: z.ZodType, row: ForeignRow): Mapped {
  const refused = mapping.reject.find((rule) => isRefused(rule, row, mapping));
  if (refused) return { reason: refused.reason };
  const warnings: string[] = [];
  const problems: string[] = [];
  const dropped: FieldValue[] = [];
  let found: FieldValue[] = [];
  const absent: string[] = [];
  for (const each of valuesOf(mapping, schema, row)) {
    const { field, warning } = each;
    if (each.value === undefined) {
      absent.push(field);
      continue;
    }
    const onError = onErrorOf(each.rule, mapping);
    const read = inTypeOf(each, schema, onError);
    if (warning !== undefined) warnings.push(warning);
    if (read.problem === undefined) found.push(read);
    else if (onError === 'drop') {
      warnings.push(`dropped field: ${field} ${withCell(read.problem, each.rule, row, mapping)}`);
      dropped.push(each);
      absent.push(field);
    } else problems.push(`${field} ${read.problem}`);
  }
  if (problems.length > 0) return { reason: reasonOf(problems) };
  found = withoutCurrencyOf(dropped, found);
  const leftOut = new Set(absent.filter((field) => mapping.needed.has(field)).flatMap(itemsOf));
  const record: Record<string, unknown> = {};
  for (const { field, value } of found) {
    if (!itemsOf(field).some((item) => leftOut.has(item))) setAt(record, field.split('.'), value);
  }
  return { record: withoutGaps(record), warnings };
}

const MAX_CELL = 60;

/** Adds the text of the cell to a problem that does not show it. */
function withCell(problem: string, rule: FieldRule, row: ForeignRow, { clean }: Mapping): string {
  const column = 'column' in rule ? rule.column : 'domain_of' in rule ? rule.domain_of : undefined;
  const text = column === undefined ? '' : textIn(column, row, clean);
  if (text === '' || problem.includes(text)) return problem;
  return `${problem} (${JSON.stringify(cut(text, MAX_CELL))})`;
}

const ERROR_CELL = /^(\S+) is #/;

function reasonOf(problems: string[]): string {
  const cell = problems.find((problem) => ERROR_CELL.test(problem));
  if (cell !== undefined) return `spreadsheet error: ${cell}`;
  const more = problems.length - MAX_PROBLEMS;
  return `invalid record: ${problems.slice(0, MAX_PROBLEMS).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

const onErrorOf = (rule: FieldRule, { onError }: Mapping): OnError =>
  ('on_error' in rule ? rule.on_error : undefined) ?? onError;

/** Returns the list items that contain a field: `listings.0` for `listings.0.ticker`. */
const itemsOf = (field: string): string[] =>
  [...field.matchAll(/\.\d+(?=\.)/g)].map(({ index, 0: { length } }) => field.slice(0, index + length));

/** Converts a value to the type of its field. With `on_error: drop`, adds the problem of a value that does not fit. */
function inTypeOf(found: FieldValue, schema: z.ZodType, onError: OnError): FieldValue {
  const { field, rule, value } = found;
  if (found.problem !== undefined) return found;
  const wrong = spreadsheetError(value);
  if (wrong !== undefined) return { ...found, problem: `is ${wrong}, not a value` };
  const typed =
    typeof value === 'string'
      ? fieldOfText(schema, field, timeOrDay(value, schema, found))
      : own(value, schema, field);
  const problem =
    onError === 'drop' && !('constant' in rule) ? fieldProblem(schema, field, typed) : undefined;
  return { ...found, value: typed, ...(problem !== undefined && { problem }) };
}

/** A field that is a day takes the day of a Unix time, in UTC. */
function timeOrDay(value: string, schema: z.ZodType, { field, rule }: FieldValue): string {
  if (!('column' in rule)) return value;
  const forms = rule.dates ?? [rule.date ?? ''];
  const isTime = forms.some((form) => UNIX_FORMS.includes(form)) && /^\d{4}-\d\d-\d\dT/.test(value);
  return isTime && fieldProblem(schema, field, value) !== undefined ? value.slice(0, 10) : value;
}

/** Converts a number of JSON, YAML or a spreadsheet to text for a text field. */
const own = (value: unknown, schema: z.ZodType, field: string): unknown =>
  typeof value === 'number' && isTextField(schema, field) ? String(value) : value;

/** Leaves out the currency of an amount that is dropped: it would be stored for the amount of an earlier load. */
function withoutCurrencyOf(dropped: FieldValue[], found: FieldValue[]): FieldValue[] {
  const orphans = dropped
    .filter(({ rule }) => isAmount(rule))
    .map(({ field }) => currencyField(field))
    .filter((next) => !found.some(({ field, rule }) => isAmount(rule) && currencyField(field) === next));
  return found.filter(({ field }) => !orphans.includes(field));
}

function isRefused({ column, is }: RejectRule, row: ForeignRow, { clean }: Mapping): boolean {
  const cell = textIn(column, row, clean);
  return [is].flat().some((value) => (value === null ? cell === '' : cell === String(value)));
}
