import { z } from 'zod';

/** What a value must be, under whatever makes it optional or changes it. */
function inner(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return inner(schema.def.innerType);
  }
  return schema instanceof z.ZodPipe ? inner(schema.def.in) : schema;
}

/** The schema at a path, or undefined where there is none. */
function schemaAt(schema: z.core.$ZodType, path: PropertyKey[]): z.core.$ZodType | undefined {
  const here = inner(schema);
  const [key, ...rest] = path;
  if (key === undefined) return here;
  if (here instanceof z.ZodArray) return schemaAt(here.def.element, rest);
  if (!(here instanceof z.ZodObject)) return undefined;
  const shape = here.shape as Record<PropertyKey, z.core.$ZodType>;
  return Object.hasOwn(shape, key) ? schemaAt(shape[key]!, rest) : undefined;
}

/** The fields that an object may have at a path; none where there is no object. */
export function fieldsAt(schema: z.ZodType, path: PropertyKey[]): string[] {
  const found = schemaAt(schema, path);
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
}

/** True when records have a field of that dotted name, such as `headquarters.city`. */
export const hasField = (schema: z.ZodType, name: string): boolean =>
  schemaAt(schema, name.split('.')) !== undefined;

/** Every field by its dotted name, those inside of objects too. */
export function dottedFields(schema: z.ZodType, path: string[] = []): string[] {
  return fieldsAt(schema, path).flatMap((field) => [
    [...path, field].join('.'),
    ...dottedFields(schema, [...path, field]),
  ]);
}

/**
 * Makes a record of a table's cells: dotted columns are fields inside of objects, and empty cells are absent. See
 * `fieldOfText` for the values.
 */
export function recordOfCells(schema: z.ZodType, cells: Record<string, string>): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [column, cell] of Object.entries(cells)) {
    if (cell.trim() === '') continue;
    if (hasField(schema, column)) setAt(record, column.split('.'), fieldOfText(schema, column, cell));
    else record[column] = cell;
  }
  return record;
}

/**
 * Text as what the field of that dotted name asks for. A list is separated by semicolons, or is JSON. What cannot be
 * read so stays text, for the schema to refuse.
 */
export function fieldOfText(schema: z.ZodType, name: string, text: string): unknown {
  const field = schemaAt(schema, name.split('.'));
  return field ? fromText(field, text) : text;
}

/** Sets a value inside of nested objects, which are made where they are missing. */
export function setAt(record: Record<string, unknown>, path: string[], value: unknown): void {
  const [key, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) {
    record[key] = value;
    return;
  }
  const there = record[key];
  const next = there !== null && typeof there === 'object' ? (there as Record<string, unknown>) : {};
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
