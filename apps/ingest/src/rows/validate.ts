import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { fieldsAt, wholeFieldSchema } from './schema.ts';

/** Problems listed in one reason; a record may have hundreds. */
const MAX_PROBLEMS = 3;
const MAX_DEPTH = 60;

/** A valid record, or the reason to reject it. */
type Validated = { record: unknown } | { reason: string };

/** Validates a value against the schema of its kind. */
export function validate(schema: z.ZodType, value: unknown): Validated {
  const unstorable = isStorable(value) ? undefined : textProblem(value, []);
  if (unstorable !== undefined) return { reason: unstorable };
  const result = schema.safeParse(value);
  if (result.success) return { record: result.data };
  const problems = result.error.issues.flatMap((issue) => describe(issue, schema, value));
  const unknown = problems.find((problem) => problem.startsWith(UNKNOWN));
  if (unknown !== undefined) return { reason: unknown };
  const more = problems.length - MAX_PROBLEMS;
  const shown = problems.slice(0, MAX_PROBLEMS).join('; ');
  return { reason: `invalid record: ${shown}${more > 0 ? `; and ${more} more` : ''}` };
}

/** Returns why a value does not fit the field with that dotted name, in words that follow it; undefined if it does. */
export function fieldProblem(schema: z.ZodType, name: string, value: unknown): string | undefined {
  const unstorable = textProblem(value, []);
  if (unstorable !== undefined) return unstorable.replace(/^invalid \w+: +/, '');
  const field = wholeFieldSchema(schema, name);
  const issue = field && z.safeParse(field, value).error?.issues[0];
  return issue && describe(issue, field, value)[0]?.replace(/^the record /, '');
}

const UNKNOWN = 'unknown field: ';

/** Returns the known name closest to an unknown one, or undefined when none is close. */
function nearest(name: string, known: string[]): string | undefined {
  if (known.length === 0) return undefined;
  const found = closest(name.toLowerCase(), known);
  return distance(name.toLowerCase(), found) <= Math.max(2, Math.floor(name.length / 2)) ? found : undefined;
}

/** Describes an unknown name: `"nmae"; the nearest known one is "name"`, or lists all known names. */
export function unknownName(name: string, known: string[], prefix = ''): string {
  const near = nearest(name, known);
  const all = known.map((each) => prefix + each).join(', ');
  return `"${prefix}${name}"; ${near === undefined ? `known are ${all}` : `the nearest known one is "${prefix}${near}"`}`;
}

function describe(issue: z.core.$ZodIssue, schema: z.core.$ZodType, value: unknown): string[] {
  const name = dotted(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const known = fieldsAt(schema, issue.path);
    return issue.keys.map((key) => UNKNOWN + unknownName(key, known, name === '' ? '' : `${name}.`));
  }
  const prefix = name === '' ? 'the record ' : `${name} `;
  if (issue.code === 'invalid_type') {
    const given = valueAt(value, issue.path);
    if (given === undefined) return [`${prefix}is missing`];
    if (typeof given === 'number' && !Number.isFinite(given)) return [`${prefix}is too large a number`];
    return [`${prefix}must be ${named(issue.expected)}, not ${shown(given)}`];
  }
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map((each) => JSON.stringify(each)).join(' or ');
    return [`${prefix}must be ${allowed}, not ${shown(valueAt(value, issue.path))}`];
  }
  if (issue.code === 'too_big' || issue.code === 'too_small') {
    const isOwn = !/^(Too|Invalid)/.test(issue.message);
    const bound = issue.code === 'too_big' ? `at most ${issue.maximum}` : `at least ${issue.minimum}`;
    const unit = issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' items' : '';
    return [isOwn ? prefix + issue.message : `${prefix}must be ${unit ? 'of ' : ''}${bound}${unit}`];
  }
  const isForm = issue.code === 'invalid_format';
  return [prefix + issue.message + (isForm ? `, not ${shown(valueAt(value, issue.path))}` : '')];
}

/** Writes a path as `financials[0].value`. */
const dotted = (path: PropertyKey[]) =>
  path.reduce<string>((name, key) => {
    if (typeof key === 'number') return `${name}[${key}]`;
    return name === '' ? String(key) : `${name}.${String(key)}`;
  }, '');

const named = (expected: string) =>
  ({
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
  })[expected] ?? expected;

function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? 'nothing';
  return json.length > 60 ? `${json.slice(0, 60)}…` : json;
}

const valueAt = (value: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) =>
      at !== null && typeof at === 'object' ? (at as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );

/** Returns whether `textProblem` would find nothing. It is faster, because it keeps no path. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000');
  if (value === null || typeof value !== 'object') return true;
  if (depth >= MAX_DEPTH) return false;
  return Object.values(value).every((item) => isStorable(item, depth + 1));
}

/** Finds text that cannot be stored: Postgres rejects U+0000, and half a surrogate pair is not a character. */
function textProblem(value: unknown, path: PropertyKey[]): string | undefined {
  if (typeof value === 'string') {
    if (value.includes('\u0000')) return `invalid text: ${dotted(path)} has the character U+0000`;
    if (/\p{Surrogate}/u.test(value)) return `invalid text: ${dotted(path)} has half a surrogate pair`;
    return undefined;
  }
  if (value === null || typeof value !== 'object') return undefined;
  if (path.length >= MAX_DEPTH) return `invalid record: it is nested more than ${MAX_DEPTH} levels deep`;
  const entries: [PropertyKey, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  for (const [key, item] of entries) {
    const problem = textProblem(item, [...path, key]);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
