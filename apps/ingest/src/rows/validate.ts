import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { listOfObjects } from './items-at.ts';
import { dottedFields, fieldsAt, wholeFieldSchema } from './schema.ts';
import { cut } from './cut.ts';

/** Problems listed in one reason; a record may have hundreds. */
const MAX_PROBLEMS = 3;
const MAX_DEPTH = 60;

/** A valid record, or the reason to reject it. */
type Validated = { record: unknown } | { reason: string };

/** Validates a value against the schema of its kind. */
export function validate(schema: z.ZodType, value: unknown): Validated {
  const unstorable = textProblem(value);
  if (unstorable !== undefined) return { reason: unstorable };
  const result = schema.safeParse(value);
  if (result.success) return { record: result.data };
  const problems = result.error.issues.flatMap((issue) => describe(issue, schema, value));
  const unknown =
    problems.find((problem) => problem.startsWith(UNKNOWN) && problem.includes('is a list of objects')) ??
    problems.find((problem) => problem.startsWith(UNKNOWN));
  if (unknown !== undefined) return { reason: unknown };
  const more = problems.length - MAX_PROBLEMS;
  const shown = problems.slice(0, MAX_PROBLEMS).join('; ');
  return { reason: `invalid record: ${shown}${more > 0 ? `; and ${more} more` : ''}` };
}

/** Returns why a value does not fit the field with that dotted name, in words that follow it; undefined if it does. */
export function fieldProblem(schema: z.ZodType, name: string, value: unknown): string | undefined {
  const unstorable = textProblem(value);
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
    const listed = name === '' ? listOfObjects(value) : undefined;
    return issue.keys.map((key) => {
      const nested = name === '' ? nestedField(schema, key) : undefined;
      if (nested !== undefined) return `${UNKNOWN}"${key}"; the nearest known one is "${nested}"`;
      if (listed === key || listed?.startsWith(`${key}.`)) {
        const way = `if these are the records, load with a mapping that has rows: ${listed}.*`;
        return `${UNKNOWN}"${listed}" is a list of objects; ${way}`;
      }
      return UNKNOWN + unknownName(key, known, name === '' ? '' : `${name}.`);
    });
  }
  const prefix = name === '' ? 'the record ' : `${name} `;
  if (issue.code === 'invalid_type') {
    const given = valueAt(value, issue.path);
    if (given === undefined) return [`${prefix}is missing`];
    const expected = named(issue.expected) + partsOf(issue, schema);
    return [`${prefix}must be ${expected}, not ${shown(given)}`];
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

/** Returns the dotted name of a field of a nested object: `key_people.founders` for `founders`. */
const nestedField = (schema: z.core.$ZodType, name: string): string | undefined =>
  dottedFields(schema).find((field) => field.endsWith(`.${name.toLowerCase()}`));

/** The most fields that a reason lists. A record has more. */
const MAX_PARTS = 8;

/** Lists the fields of an expected object, or of the objects of an expected list. */
function partsOf({ expected, path }: z.core.$ZodIssueInvalidType, schema: z.core.$ZodType): string {
  const fields = fieldsAt(schema, expected === 'array' ? [...path, 0] : path);
  if (fields.length === 0 || fields.length > MAX_PARTS) return '';
  return `${expected === 'array' ? ' of objects' : ''} with ${fields.join(', ')}`;
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

const shown = (value: unknown): string => cut(JSON.stringify(value) ?? 'nothing', 60);

const valueAt = (value: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) =>
      at !== null && typeof at === 'object' ? (at as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );

/** Returns why a value cannot be stored, or undefined if it can. */
function textProblem(value: unknown): string | undefined {
  const found = findUnstorable(value, 0);
  if (!found?.path) return found && `invalid record: ${found.reason}`;
  const { path, reason } = found;
  return `${reason === TOO_LARGE ? 'invalid record' : 'invalid text'}: ${dotted(path)} ${reason}`;
}

const TOO_LARGE = 'is too large a number';

/**
 * Finds what cannot be stored: Postgres rejects U+0000, also in the name of a field, half a surrogate pair is not a
 * character, and JSON has no infinite number. Builds a path only if it finds some, because every row passes through it.
 */
function findUnstorable(value: unknown, depth: number): { reason: string; path?: PropertyKey[] } | undefined {
  if (typeof value === 'string') {
    if (value.includes('\u0000')) return { reason: 'has the character U+0000', path: [] };
    if (!value.isWellFormed()) return { reason: 'has half a surrogate pair', path: [] };
    return undefined;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) return { reason: TOO_LARGE, path: [] };
  if (value === null || typeof value !== 'object') return undefined;
  if (depth >= MAX_DEPTH) return { reason: `it is nested more than ${MAX_DEPTH} levels deep` };
  for (const key of Object.keys(value)) {
    const found = findUnstorable((value as Record<string, unknown>)[key], depth + 1);
    if (found?.path) found.path.unshift(Array.isArray(value) ? Number(key) : key);
    if (found) return found;
    const name = findUnstorable(key, depth);
    if (name) return { reason: `has a field name that ${name.reason}`, path: [] };
  }
  return undefined;
}
