import { z } from 'zod';

/** What a value must be, under whatever makes it optional or changes it. */
function inner(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return inner(schema.def.innerType);
  }
  return schema instanceof z.ZodPipe ? inner(schema.def.in) : schema;
}

/** What the value at a path must be, or undefined where there is none. */
function schemaAt(schema: z.core.$ZodType, path: PropertyKey[]): z.core.$ZodType | undefined {
  const found = wholeSchemaAt(schema, path);
  return found && inner(found);
}

/** The schema at a path with what makes it optional. */
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

/** The fields that an object may have at a path; none where there is no object. */
export function fieldsAt(schema: z.ZodType, path: PropertyKey[]): string[] {
  const found = schemaAt(schema, path);
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
}

/** True when records have a field of that dotted name, such as `headquarters.city`. */
export const hasField = (schema: z.ZodType, name: string): boolean =>
  schemaAt(schema, name.split('.')) !== undefined;

/** True when the field of that dotted name may not be absent. */
export const isRequired = (schema: z.ZodType, name: string): boolean => {
  const field = wholeSchemaAt(schema, name.split('.'));
  return field !== undefined && !z.safeParse(field, undefined).success;
};

/** Every field by its dotted name, those inside of objects too. */
export function dottedFields(schema: z.ZodType, path: string[] = []): string[] {
  return fieldsAt(schema, path).flatMap((field) => [
    [...path, field].join('.'),
    ...dottedFields(schema, [...path, field]),
  ]);
}

/**
 * What spreadsheets write in a cell whose formula failed, or whose date or number they cannot show, and save as text:
 * `#N/A`, or hashes as wide as the column.
 */
export const spreadsheetError = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? /^\s*(#(?:NAME\?|REF!|VALUE!|DIV\/0!|N\/A|NULL!|NUM!|####))#*\s*$/.exec(value)?.[1]
    : undefined;

/**
 * Makes a record of a table's cells: dotted columns are fields inside of objects, and empty cells are absent. See
 * `fieldOfText` for texts; whoever mends a row may write other values. A cell with the error of a spreadsheet, or one
 * that another column says too, is left out, and the reason why the record is none.
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
    else if (hasField(schema, column))
      setAt(record, column.split('.'), typeof cell === 'string' ? fieldOfText(schema, column, cell) : cell);
    else record[column] = cell;
  }
  return { record, ...(reason !== undefined && { reason }) };
}

/**
 * Text as what the field of that dotted name asks for. A list is separated by semicolons, or is JSON. What cannot be
 * read so stays text, for the schema to refuse.
 */
export function fieldOfText(schema: z.ZodType, name: string, text: string): unknown {
  const field = schemaAt(schema, name.split('.'));
  return field ? fromText(field, text) : text;
}

/** True when the field of that dotted name takes text. */
export const isTextField = (schema: z.ZodType, name: string): boolean =>
  schemaAt(schema, name.split('.')) instanceof z.ZodString;

/** Sets a value inside of nested objects and lists, which are made where they are missing. */
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

function fromText(schema: z.core.$ZodType, text: string): unknown {
  const wanted = inner(schema);
  const trimmed = text.trim();
  if (wanted instanceof z.ZodNumber)
    return /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : text;
  if (wanted instanceof z.ZodBoolean) return /^(true|false)$/i.test(trimmed) ? /^true$/i.test(trimmed) : text;
  if (wanted instanceof z.ZodArray || wanted instanceof z.ZodObject) {
    if (/^[[{]/.test(trimmed)) return readJson(trimmed) ?? text;
    if (wanted instanceof z.ZodObject) return text;
    const element = wanted.def.element;
    const parts = trimmed.split(';').map((part) => part.trim());
    return parts.filter(Boolean).map((part) => fromText(element, part));
  }
  return text;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
