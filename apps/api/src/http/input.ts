import { beginning, fail, invalid, invalidFields, type FieldProblem } from '@dossier/shared';
import type { z } from 'zod';
import { fieldsAt, onceOnly, unknownField } from './hints.ts';
import { sentenceOf } from './sentences.ts';

/** What says where a page begins. */
const PLACES = ['page_after', 'page_before', 'page', 'cursor'];

/** What may stand in the query string beside a body. */
export const PAGING_IN_QUERY = [...PLACES, 'page_size'];

/**
 * The raw input of a request: the query string for a GET; else the body, with paging from the query string. A link is
 * followed with the body that led to it, so a place in the query string takes the place of the body's, whatever its
 * name.
 */
export function rawInput(
  schema: z.ZodType,
  method: string,
  query: Record<string, unknown>,
  body: unknown,
): unknown {
  refuseRepeated(query, schema);
  if (method === 'GET') return query;
  const unknown = Object.keys(query).find((name) => !PAGING_IN_QUERY.includes(name));
  if (unknown !== undefined) {
    throw invalid(unknown, 'is not a query parameter of this address; send it in the body');
  }
  if (body === undefined) return query;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw fail('invalid_json');
  }
  const isPlaced = PLACES.some((name) => query[name] !== undefined);
  const kept = Object.entries(body).filter(([name]) => !isPlaced || !PLACES.includes(name));
  return { ...Object.fromEntries(kept), ...query };
}

/**
 * Whether an address passes over parameters that it does not know: its schema is a plain object. Those that people
 * pass on do, for they gather parameters of others on their way (`utm_source`, `fbclid`).
 */
export const passesOver = ({ shape, def }: z.ZodObject): boolean =>
  shape !== undefined && def.catchall === undefined;

/** Of a query string what the schema heeds. */
export function heeded(schema: z.ZodType, query: Record<string, unknown>): Record<string, unknown> {
  const object = schema as z.ZodObject;
  if (!passesOver(object)) return query;
  return Object.fromEntries(Object.entries(query).filter(([name]) => Object.hasOwn(object.shape, name)));
}

/** A form, like a query string, gives a repeated field as an array; which of its values was meant is a guess. */
export function refuseRepeated(fields: Record<string, unknown>, schema: z.ZodType): void {
  const repeated = Object.keys(fields).find((name) => Array.isArray(fields[name]));
  if (repeated !== undefined)
    throw invalid(repeated, `is given more than once; ${onceOnly(repeated, fieldsAt(schema, []))}`);
}

/** How many wrong fields an error names: an input of 1 MB may hold a hundred thousand. */
const MOST_PROBLEMS = 20;

/** Parses an input with its schema. @throws 400 that names the wrong fields and what would be right */
export function parseInput<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const nul = placeOfNul(raw);
  if (nul !== undefined) throw invalid(nul, 'must not contain the character U+0000');
  const result = schema.safeParse(raw, { reportInput: true, error: sentenceOf });
  if (result.success) return result.data;
  const issues = result.error.issues.flatMap(eachKey);
  const named = issues.slice(0, MOST_PROBLEMS).map((issue) => problemOf(issue, schema, raw));
  throw invalidFields(named, issues.length - named.length);
}

/** An issue for each of the unknown fields that one speaks of. */
function eachKey(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => ({ ...issue, keys: [key] })) : [issue];
}

function problemOf(issue: z.core.$ZodIssue, schema: z.ZodType, raw: unknown): FieldProblem {
  if (issue.code === 'unrecognized_keys') {
    const [key] = issue.keys as [string];
    return {
      field: [...issue.path, key].join('.'),
      message: unknownField(key, fieldsAt(schema, issue.path)),
    };
  }
  const message = issue.input === undefined ? 'is required' : issue.message;
  const [field, place, ...inside] = issue.path as [string, ...unknown[]];
  if (typeof place === 'number' && inside.length === 0 && typeof issue.input !== 'object') {
    // In a text that joins values a place says little: nobody counts them. In a text that is JSON it leads on.
    const isJoined = typeof (raw as Record<string, unknown>)[field] === 'string';
    const shown =
      typeof issue.input === 'string' ? `"${beginning(issue.input)}"` : JSON.stringify(issue.input);
    return { field: isJoined ? field : `${field}.${place}`, message: `${shown} ${message}` };
  }
  return { field: issue.path.join('.') || 'body', message };
}

/**
 * The field that holds a U+0000, in its name or its value: Postgres refuses it in text, and nothing that we serve
 * holds it. Without recursion, and by the outermost name only: input may be nested deep.
 */
function placeOfNul(input: unknown): string | undefined {
  const waiting: [string, unknown][] = Object.entries(input ?? {});
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [field, value] = next;
    if (field.includes('\0')) return field.replaceAll('\0', String.raw`\u0000`);
    if (typeof value === 'string' && value.includes('\0')) return field;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value))
      waiting.push([key.includes('\0') ? key : field, member]);
  }
  return undefined;
}
