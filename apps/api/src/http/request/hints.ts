import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';
import type { Fields } from '../../rows/schema.ts';

/** Returns whether a field is a list, which may also be sent as text. */
export function isList(field: unknown): boolean {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return isList(field.unwrap());
  const spellings = field instanceof z.ZodType ? z.globalRegistry.get(field)?.anyOf : undefined;
  return (spellings as { type?: unknown }[] | undefined)?.[0]?.type === 'array';
}

/** Removes the brackets that some clients add to each value of a list: `company_domains[]`, `company_domains[0]`. */
export const withoutBrackets = (name: string) => name.replace(/\[\d*\]$/, '');

/** Returns the advice for a field that was sent more than once and is not a list. */
export function onceOnly(sent: string, fields: Fields): string {
  const name = withoutBrackets(sent);
  const once = `send ${name === sent ? 'it' : name} once`;
  const several = `${name}s`;
  return isList(fields[several]) ? `${once}, or several values as ${several}, joined by commas` : once;
}

/** Suggests the closest known field for an unknown one. */
export function unknownField(name: string, fields: Fields): string {
  const known = Object.keys(fields);
  if (known.length === 0) return 'is unknown; this address accepts no parameters';
  if (Object.hasOwn(fields, withoutBrackets(name))) return `is unknown; ${onceOnly(name, fields)}`;
  const near = alike(name, known);
  return near.length > 0
    ? `is unknown; did you mean ${near.join(' or ')}?`
    : `is unknown; known fields are ${known.join(', ')}`;
}

/** Suffixes of lower bounds, then of upper bounds. */
const BOUNDS = [
  ['gte', 'start'],
  ['lte', 'end'],
];

/** Returns whether a name contains a part. A part of one or two letters must be a whole word: `id` in `company_id`. */
const isPart = (part: string, whole: string) =>
  part.length >= 3 ? whole.includes(part) : part !== '' && whole.split('_').includes(part);

function alike(name: string, known: string[]): string[] {
  const [, stem, ending = ''] = /^(.+)_([a-z]+)$/.exec(name) ?? [];
  const bounds = BOUNDS.find((endings) => endings.includes(ending)) ?? [];
  const sameBound = bounds.map((other) => `${stem}_${other}`).find((other) => known.includes(other));
  if (sameBound !== undefined) return [sameBound];
  // Not `slug`, which identifies something else.
  const companies = ['company_domain', 'company_id'].filter((other) => known.includes(other));
  if (name === 'company_slug' && companies.length > 0) return companies;
  const within = known.find((other) => isPart(name, other) || isPart(other, name));
  if (within !== undefined) return [within];
  if (name.length < 3) return [];
  const near = closest(name, known);
  return distance(name, near) <= Math.max(2, name.length / 3) ? [near] : [];
}
