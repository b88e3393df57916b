import { beginning, fail, invalid, invalidFields, type FieldProblem } from '@dossier/shared';
import { z } from 'zod';
import { hasBody } from '../endpoint.ts';
import { fieldsAt } from '../../rows/schema.ts';
import { isList, onceOnly, unknownField, withoutBrackets } from './hints.ts';
import { sentenceOf } from './sentences.ts';

/** The fields that choose a page. */
const PAGE_FIELDS = ['page_after', 'page_before', 'page', 'cursor'];

/** The fields that a query string may contain beside a body. */
export const PAGING_IN_QUERY = [...PAGE_FIELDS, 'page_size'];

/**
 * The parameter of the links of a POST. The filters are in the body, so a GET of such a link would list everybody's
 * rows; it is rejected.
 */
export const POST_LINK = { name: 'method', value: 'POST' };

/**
 * Returns the raw input of a request: the query string of a GET or a DELETE, otherwise the body with paging from the query
 * string. Clients follow a link with the body that led to it, so any page field in the query string replaces those of the body.
 */
export function rawInput(
  schema: z.ZodType,
  method: string,
  sent: Record<string, unknown>,
  body: unknown,
): unknown {
  const query = joinRepeated(sent, schema);
  const marker = query[POST_LINK.name];
  if (marker !== undefined) {
    if (!hasBody(method) || marker !== POST_LINK.value)
      throw invalid(
        POST_LINK.name,
        'marks a link of a POST request. Send the link with POST and the same body',
      );
    delete query[POST_LINK.name];
  }
  if (!hasBody(method)) return query;
  const unknown = Object.keys(query).find((name) => !PAGING_IN_QUERY.includes(name));
  if (unknown !== undefined) {
    throw invalid(unknown, 'is not a query parameter of this address. Send it in the body');
  }
  if (body === undefined) return query;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw fail('invalid_json');
  }
  const hasPage = PAGE_FIELDS.some((name) => query[name] !== undefined);
  const kept = Object.entries(body).filter(([name]) => !hasPage || !PAGE_FIELDS.includes(name));
  return { ...Object.fromEntries(kept), ...query };
}

/**
 * Returns whether an address ignores unknown parameters: its schema is a plain object. Addresses that people share do,
 * because other services append parameters such as `utm_source` and `fbclid`.
 */
export const ignoresUnknown = ({ shape, def }: z.ZodObject): boolean =>
  shape !== undefined && def.catchall === undefined;

/** Returns whether a query string has fields that the schema ignores. */
export const hasIgnored = (schema: z.ZodType, query: Record<string, unknown>): boolean =>
  Object.keys(allowedFields(schema, query)).length < Object.keys(query).length;

/** Returns the fields of a query string that the schema allows. */
export function allowedFields(schema: z.ZodType, query: Record<string, unknown>): Record<string, unknown> {
  const object = schema as z.ZodObject;
  if (!ignoresUnknown(object)) return query;
  const isKnown = ([name]: [string, unknown]) => Object.hasOwn(object.shape, withoutBrackets(name));
  return Object.fromEntries(Object.entries(query).filter(isKnown));
}

/**
 * Joins a list that was sent as repeated fields, also under the names `name[]` and `name[0]`, into text with commas.
 * The parsers of query strings and forms return repeated fields as arrays.
 * @throws 400 for another field that is repeated, and for a list that is sent in parts
 */
export function joinRepeated(fields: Record<string, unknown>, schema: z.ZodType): Record<string, unknown> {
  const lists = listsOf(schema);
  // Without a prototype, so that `__proto__` is a field like any other.
  const joined = Object.create(null) as Record<string, unknown>;
  for (const sent of Object.keys(fields)) {
    const value = fields[sent];
    const name = withoutBrackets(sent);
    if (isOtherText(value, schema, name))
      throw invalid(name, `must not be "${beginning(value)}". ${howToSend(schema, name)}`);
    if (lists.has(name) && isTextual(value)) {
      const previous = name in joined ? [joined[name]] : [];
      joined[name] = [...previous, value].join(',');
    } else if (isPart(sent, value, schema)) {
      throw invalid(listOf(sent), `must not be sent in parts. ${howToSend(schema, listOf(sent))}`);
    } else if (Array.isArray(value)) {
      throw invalid(sent, `appears more than once; ${onceOnly(sent, fieldsAt(schema, []))}`);
    } else joined[sent] = value;
  }
  return joined;
}

/** Returns the list of which a field may be a part: `data` of `data[0][dataset_id]` and `data.0.dataset_id`. */
export const listOf = (sent: string) => sent.replace(/[[.].*/s, '');

/**
 * Returns whether a list was written as text in another form than its own: `[object Object]`, as programs write an object
 * in a form, or a JSON list of values that are joined by commas.
 */
const isOtherText = (value: unknown, schema: z.ZodType, name: string): value is string =>
  typeof value === 'string' &&
  value.startsWith('[') &&
  (listsOf(schema).has(name) || (value.startsWith('[object ') && isListOfObjects(schema, name)));

/**
 * Returns whether a field is a part of a list: `data.0.dataset_id`, or `data[0][dataset_id]`, of which the multipart parser
 * makes an object, or one of several items.
 */
const isPart = (sent: string, value: unknown, schema: z.ZodType) =>
  (sent !== listOf(sent) || typeof value !== 'string') && isListOrObjects(schema, listOf(sent));

const isListOrObjects = (schema: z.ZodType, name: string) =>
  listsOf(schema).has(name) || isListOfObjects(schema, name);

const isListOfObjects = (schema: z.ZodType, name: string) =>
  Object.keys(fieldsAt(schema, [name, 0])).length > 0;

const AS_JSON = 'Send the body as JSON with the header Content-Type: application/json';

/** Says how to send a field as a whole. */
export function howToSend(schema: z.ZodType, name: string): string {
  if (isListOfObjects(schema, name)) return `${AS_JSON}, or ${name} as the text of a JSON list`;
  if (listsOf(schema).has(name)) return `Send its values joined by commas: ${name}=a,b`;
  return Object.hasOwn(fieldsAt(schema, []), name) ? 'Send its value as text' : AS_JSON;
}

/** The names of the lists of each schema, kept because finding them takes longer than parsing an input. */
const lists = new WeakMap<z.ZodType, Set<string>>();

function listsOf(schema: z.ZodType): Set<string> {
  let names = lists.get(schema);
  if (!names) {
    const fields = Object.entries(fieldsAt(schema, []));
    names = new Set(fields.filter(([, field]) => isList(field)).map(([name]) => name));
    lists.set(schema, names);
  }
  return names;
}

/** Returns false for the objects and nested lists that the multipart parser makes of names such as `ids[a]`. */
const isTextual = (value: unknown) =>
  typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'));

/** The maximum number of fields in an error: 1 MB of input may contain a hundred thousand invalid ones. */
const MAX_PROBLEMS = 20;

/** Compiled schemas. zod compiles each on first use. */
const compiled = new WeakMap<z.ZodType, z.ZodType>();

function compiledOf<S extends z.ZodType>(schema: S): S {
  let known = compiled.get(schema);
  if (!known) compiled.set(schema, (known = z.compile(schema)));
  return known as S;
}

/** Parses an input with its schema. @throws 400 that lists the invalid fields */
export function parseInput<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const nul = fieldWithNul(raw);
  if (nul !== undefined) throw invalid(nul, 'must not contain the character U+0000');
  const parsed = compiledOf(schema).safeParse(raw);
  if (parsed.success) return parsed.data;
  // zod takes three times as long with these options, which only errors need.
  const result = schema.safeParse(raw, { reportInput: true, error: sentenceOf });
  if (result.success) return result.data;
  const issues = withoutRepeats(result.error.issues.flatMap(splitByField));
  const named = issues.slice(0, MAX_PROBLEMS).map((issue) => problemOf(issue, schema, raw));
  throw invalidFields(named, issues.length - named.length);
}

/** Leaves out other issues of a value of a wrong type, such as the length of a text that should be a list. */
function withoutRepeats(issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const typed = new Set(
    issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => path.join('.')),
  );
  return issues.filter(({ code, path }) => !/^too_/.test(code) || !typed.has(path.join('.')));
}

/** Splits an issue about several unknown fields into one for each. */
function splitByField(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
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
    // The index of a value helps in a JSON list, but not in a comma-separated text.
    const isJoined = typeof (raw as Record<string, unknown>)[field] === 'string';
    const shown =
      typeof issue.input === 'string' ? `"${beginning(issue.input)}"` : JSON.stringify(issue.input);
    return { field: isJoined ? field : `${field}.${place}`, message: `${shown} ${message}` };
  }
  return { field: issue.path.join('.') || 'body', message };
}

/**
 * Returns the outermost field with a U+0000 in its name or value. Postgres rejects the character in text. The search is
 * not recursive, because input may be deeply nested.
 */
function fieldWithNul(input: unknown): string | undefined {
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
