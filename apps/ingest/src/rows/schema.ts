import { readJson } from '@dossier/shared';
import { z } from 'zod';

/** Unwraps a schema from optional, nullable, default and pipe. */
function inner(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return inner(schema.def.innerType);
  }
  return schema instanceof z.ZodPipe ? inner(schema.def.in) : schema;
}

/** Returns the unwrapped schema at a path, or undefined. */
function schemaAt(schema: z.core.$ZodType, path: PropertyKey[]): z.core.$ZodType | undefined {
  const found = wholeSchemaAt(schema, path);
  return found && inner(found);
}

/** Returns the schema at a path with its wrappers, or undefined. */
function wholeSchemaAt(schema: z.core.$ZodType, path: PropertyKey[]): z.core.$ZodType | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return schema;
  const here = inner(schema);
  if (here instanceof z.ZodArray) return wholeSchemaAt(here.def.element, rest);
  if (here instanceof z.ZodRecord) return wholeSchemaAt(here.def.valueType, rest);
  if (!(here instanceof z.ZodObject)) return undefined;
  const shape = here.shape as Record<PropertyKey, z.core.$ZodType>;
  return Object.hasOwn(shape, key) ? wholeSchemaAt(shape[key]!, rest) : undefined;
}

/** Returns the fields of the object at a path; none if there is no object. */
export function fieldsAt(schema: z.core.$ZodType, path: PropertyKey[]): string[] {
  const found = schemaAt(schema, path);
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
}

/** Returns the schema of the field with that dotted name, with wrappers such as optional; undefined for an unknown field. */
export const wholeFieldSchema = (schema: z.ZodType, name: string): z.core.$ZodType | undefined =>
  wholeSchemaAt(schema, name.split('.'));

/** Returns whether records have a field with that dotted name, such as `headquarters.city`. */
export const hasField = (schema: z.ZodType, name: string): boolean =>
  schemaAt(schema, name.split('.')) !== undefined;

/** Returns whether the field with that dotted name is required. */
export const isRequired = (schema: z.ZodType, name: string): boolean => {
  const field = wholeSchemaAt(schema, name.split('.'));
  return field !== undefined && !z.safeParse(field, undefined).success;
};

/** Returns the dotted names of all fields, nested ones too. */
export function dottedFields(schema: z.core.$ZodType, path: string[] = []): string[] {
  return fieldsAt(schema, path).flatMap((field) => [
    [...path, field].join('.'),
    ...dottedFields(schema, [...path, field]),
  ]);
}

/** Those of Excel, Google Sheets (`#ERROR!`) and LibreOffice (`Err:502`). */
const SPREADSHEET_ERROR =
  /^\s*(#(?:NAME\?|(?:REF|VALUE|DIV\/0|NULL|NUM|SPILL|CALC|FIELD|BLOCKED|CONNECT|UNKNOWN|BUSY|ERROR)!|N\/A|GETTING_DATA|####)|Err:5\d\d)#*\s*$/;

/**
 * Returns the error value that a spreadsheet saves as text: `#N/A` for a formula that failed, or hashes as wide as the
 * column for a date or number that did not fit.
 */
export const spreadsheetError = (value: unknown): string | undefined =>
  typeof value === 'string' ? SPREADSHEET_ERROR.exec(value)?.[1] : undefined;

/**
 * Converts the cells of a table to a record: dotted columns are nested fields, and empty cells are absent. Text is
 * converted by `fieldOfText`; a repaired row may have other values. Returns a reason to reject the row when a cell has a
 * spreadsheet error or contradicts another column; such cells are left out.
 */
export function recordOfCells(
  schema: z.ZodType,
  cells: Record<string, unknown>,
): { record: Record<string, unknown>; reason?: string } {
  const record: Record<string, unknown> = {};
  const isEmpty = (cell: unknown) => typeof cell === 'string' && cell.trim() === '';
  const columns = Object.keys(cells).filter((column) => !isEmpty(cells[column]));
  let reason: string | undefined;
  for (const column of columns) {
    const cell = cells[column];
    const wrong = spreadsheetError(cell);
    const part = columns.find((other) => other.startsWith(`${column}.`) && hasField(schema, other));
    if (wrong !== undefined) reason ??= `spreadsheet error: ${column} is ${wrong}, not a value`;
    else if (part !== undefined) reason ??= `contradicting columns: ${column} and ${part} both have a value`;
    else if (hasField(schema, column)) setAt(record, column.split('.'), cellValue(schema, column, cell));
    else record[column] = cell;
  }
  return { record: withoutGaps(record), ...(reason !== undefined && { reason }) };
}

/** Converts a cell to the type of its field; a spreadsheet has numbers where a field is text. */
function cellValue(schema: z.ZodType, column: string, cell: unknown): unknown {
  if (typeof cell === 'number' && isTextField(schema, column)) return String(cell);
  return typeof cell === 'string' ? fieldOfText(schema, column, cell) : cell;
}

/**
 * Converts text to the type of the field with that dotted name. A list is separated by semicolons, or is JSON. Text
 * that cannot be converted is returned unchanged, and the schema rejects it.
 */
export function fieldOfText(schema: z.ZodType, name: string, text: string): unknown {
  const field = schemaAt(schema, name.split('.'));
  return field ? fromText(field, text) : text;
}

/** Returns whether the field with that dotted name is text. */
export const isTextField = (schema: z.ZodType, name: string): boolean =>
  schemaAt(schema, name.split('.')) instanceof z.ZodString;

/** Sets a value in nested objects and lists, and creates the missing ones. */
export function setAt(record: Record<string, unknown>, path: string[], value: unknown): void {
  const [key, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) {
    record[key] = value;
    return;
  }
  const there = record[key];
  const isList = /^\d+$/.test(rest[0]!);
  const made = (isList ? [] : {}) as Record<string, unknown>;
  const next = there !== null && typeof there === 'object' ? (there as Record<string, unknown>) : made;
  record[key] = next;
  setAt(next, rest, value);
}

/** No field has more parts: `data.equities.0.name` has four. A value in JSON may be nested deeper. */
const MAX_PARTS = 8;

/** Removes the gaps that `setAt` leaves in lists of which some items are absent. */
export const withoutGaps = (record: Record<string, unknown>): Record<string, unknown> =>
  closed(record, MAX_PARTS) as Record<string, unknown>;

function closed(value: unknown, levels: number): unknown {
  if (levels === 0 || value === null || typeof value !== 'object') return value;
  const inner = (item: unknown) => closed(item, levels - 1);
  if (Array.isArray(value)) return value.filter((item) => item !== undefined).map(inner);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inner(item)]));
}

/** A semicolon that does not end an HTML entity. */
const SEMICOLON =
  /(?<!&(?:amp|lt|gt|quot|apos|nbsp|[lr][sd]quo|[a-z](?:acute|grave|uml|circ|tilde|cedil|slash|ring)|#\d{1,7}|#x[\da-f]{1,6}));/i;

/** Splits a list in a cell. The semicolons of HTML entities separate nothing. */
export const splitAt = (text: string, separator: string): string[] =>
  text.split(separator === ';' ? SEMICOLON : separator);

function fromText(schema: z.core.$ZodType, text: string): unknown {
  const target = inner(schema);
  const trimmed = text.trim();
  if (target instanceof z.ZodNumber)
    return /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : text;
  if (target instanceof z.ZodBoolean) return /^(true|false)$/i.test(trimmed) ? /^true$/i.test(trimmed) : text;
  if (target instanceof z.ZodArray || target instanceof z.ZodObject) {
    if (/^[[{]/.test(trimmed)) return readJson(trimmed) ?? text;
    if (target instanceof z.ZodObject) return text;
    const element = target.def.element;
    const parts = splitAt(trimmed, ';').map((part) => part.trim());
    return parts.filter(Boolean).map((part) => fromText(element, part));
  }
  return text;
}
