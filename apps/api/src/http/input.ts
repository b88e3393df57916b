import { fail, invalid, invalidFields, type FieldProblem } from '@dossier/shared';
import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';
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

/**
 * A form, like a query string, gives a repeated field as an array; which of its values was meant is a guess.
 * @param schema of the input; a form is looked at before it is known whose it is
 */
export function refuseRepeated(fields: Record<string, unknown>, schema?: z.ZodType): void {
  const repeated = Object.keys(fields).find((name) => Array.isArray(fields[name]));
  if (repeated !== undefined)
    throw invalid(repeated, `is given more than once; ${onceOnly(repeated, schema)}`);
}

function onceOnly(name: string, schema: z.ZodType | undefined): string {
  const shape = (schema as { shape?: Record<string, z.ZodType> } | undefined)?.shape;
  if (!shape) return 'send it once, a list as one text joined by commas';
  if (takesList(shape[name])) return 'send it once, with several values joined by commas';
  const several = `${name}s`;
  return takesList(shape[several])
    ? `send it once, or several values as ${several}, joined by commas`
    : 'send it once';
}

/** Whether a field is a list, which may be sent as one text. */
function takesList(field: unknown): boolean {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return takesList(field.unwrap());
  const spellings = field instanceof z.ZodType ? z.globalRegistry.get(field)?.anyOf : undefined;
  return (spellings as { type?: unknown }[] | undefined)?.[0]?.type === 'array';
}

/** How many wrong fields an error names: an input of 1 MB may hold a hundred thousand. */
const MOST_PROBLEMS = 20;

/** Parses an input with its schema. @throws 400 that names the wrong fields and what would be right */
export function parseInput<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const nul = placeOfNul(raw);
  if (nul !== undefined) throw invalid(nul, 'must not contain the character U+0000');
  const result = schema.safeParse(raw, { reportInput: true, error: sentenceOf });
  if (result.success) return result.data;
  const known = Object.keys((schema as { shape?: object }).shape ?? {});
  const issues = result.error.issues.flatMap(eachKey);
  const named = issues.slice(0, MOST_PROBLEMS).map((issue) => problemOf(issue, known, raw));
  throw invalidFields(named, issues.length - named.length);
}

/** An issue for each of the unknown fields that one speaks of. */
function eachKey(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => ({ ...issue, keys: [key] })) : [issue];
}

function problemOf(issue: z.core.$ZodIssue, known: string[], raw: unknown): FieldProblem {
  if (issue.code === 'unrecognized_keys') {
    const [key] = issue.keys as [string];
    return {
      field: [...issue.path, key].join('.'),
      message: issue.path.length === 0 ? unknownField(key, known) : 'is not a known field',
    };
  }
  const message = issue.input === undefined ? 'is required' : issue.message;
  const [field, place, ...inside] = issue.path as [string, ...unknown[]];
  // In a text that joins values a place says little: nobody counts them. In a text that is JSON it leads on.
  if (
    typeof place === 'number' &&
    inside.length === 0 &&
    typeof (raw as Record<string, unknown>)[field] === 'string'
  )
    return { field, message: `"${shortened(String(issue.input))}" ${message}` };
  return { field: issue.path.join('.') || 'body', message };
}

const LONGEST_VALUE = 100;
const shortened = (text: string) => (text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text);

function unknownField(name: string, known: string[]): string {
  if (known.length === 0) return 'is unknown; this address takes no parameters';
  const within = known.find((other) => other.includes(name) || name.includes(other));
  const near = within ?? closest(name, known);
  const isNear = within !== undefined || distance(name, near) <= Math.max(2, name.length / 3);
  return isNear ? `is unknown; did you mean ${near}?` : `is unknown; known are ${known.join(', ')}`;
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
