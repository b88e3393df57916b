import { ApiError, fail, invalid, type FieldProblem } from '@dossier/shared';
import { closest, distance } from 'fastest-levenshtein';
import type { z } from 'zod';
import { sentenceOf } from './sentences.ts';

/** What may stand in the query string beside a body. */
export const PAGING_IN_QUERY = ['page_after', 'page_before', 'page_size', 'page', 'cursor'];

/** The raw input of a request: the query string for a GET; else the body, with paging from the query string. */
export function rawInput(method: string, query: Record<string, unknown>, body: unknown): unknown {
  refuseRepeated(query);
  if (method === 'GET') return query;
  const unknown = Object.keys(query).find((name) => !PAGING_IN_QUERY.includes(name));
  if (unknown !== undefined) {
    throw invalid(unknown, 'is not a query parameter of this address; send it in the body');
  }
  if (body === undefined) return query;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw fail('invalid_json');
  }
  return { ...body, ...query };
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
export function refuseRepeated(fields: Record<string, unknown>): void {
  const repeated = Object.keys(fields).find((name) => Array.isArray(fields[name]));
  if (repeated !== undefined) {
    throw invalid(repeated, 'is given more than once; send it once, with several values joined by commas');
  }
}

/** Parses an input with its schema. @throws 400 that names every wrong field and what would be right */
export function parseInput<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const nul = placeOfNul(raw);
  if (nul !== undefined) throw invalid(nul, 'must not contain the character U+0000');
  const result = schema.safeParse(raw, { reportInput: true, error: sentenceOf });
  if (result.success) return result.data;
  const known = Object.keys((schema as { shape?: object }).shape ?? {});
  const details = result.error.issues.flatMap((issue) => problemsOf(issue, known));
  throw new ApiError('invalid_input', details.map((d) => `${d.field}: ${d.message}`).join('; '), { details });
}

function problemsOf(issue: z.core.$ZodIssue, known: string[]): FieldProblem[] {
  const field = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: [...issue.path, key].join('.'),
      message: issue.path.length === 0 ? unknownField(key, known) : 'is not a known field',
    }));
  }
  return [{ field: field || 'body', message: issue.input === undefined ? 'is required' : issue.message }];
}

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
