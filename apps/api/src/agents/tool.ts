import { fail, invalid } from '@dossier/shared';
import { z } from 'zod';
import type { Context } from '../services.ts';
import { companyWebUrl } from '../views/links.ts';

/** The most characters of a result: about 6,000 tokens. */
export const MAX_CHARACTERS = 24_000;

/** What a tool found: the structured result, and the same in words for clients that show only text. */
export interface Found {
  result: Record<string, unknown>;
  text: string;
}

/** A tool as a value. Its schemas are those that clients see. */
export interface Tool {
  name: string;
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  run: (context: Context, input: never) => Promise<Found>;
}

/** Returns a tool. The compiler checks that it accepts what its input allows. */
export const tool = <I extends z.ZodObject>(declared: {
  name: string;
  description: string;
  input: I;
  output: z.ZodObject;
  run: (context: Context, input: z.output<I>) => Promise<Found>;
}): Tool => declared;

/** A figure or a record, with what a reader needs to check it. */
export const fact = z.object({
  name: z.string(),
  value: z.union([z.number(), z.string()]).nullable(),
  unit: z.string().nullable(),
  day: z.string().nullable(),
  detail: z.string().nullable(),
  citation: z.string().nullable(),
  citation_url: z.string().nullable(),
  url: z.string(),
  seq: z.int(),
});
export type Fact = z.output<typeof fact>;

const nextCursor = z.string().nullable();
/** The end of every list. */
export const paged = {
  next_cursor: nextCursor,
  seq: z.int().describe('Newest change at the time of reading'),
};

/** The input of a page. */
export const pageOf = (usual: number, max: number) => ({
  limit: z.int().min(1).max(max).default(usual),
  cursor: z.string().max(2000).optional().describe('next_cursor of the page before'),
});

export const company = z.string().trim().min(1).max(200).describe('Domain, slug or id');

/** Returns the fields that name a company in requests: `stripe.com` is a domain, `12` an id, and `stripe` a slug. */
export function namesOf(given: string): { id?: number; company_domain?: string; company_slug?: string } {
  if (/^\d{1,15}$/.test(given)) return { id: Number(given) };
  return given.includes('.') ? { company_domain: given } : { company_slug: given };
}

/** Returns a page of rows that fits into a result: if all do not fit, half of them are read, and so on. */
export async function fitting<T extends Found>(
  limit: number,
  read: (limit: number) => Promise<T>,
): Promise<T> {
  for (let most = limit; ; most = Math.ceil(most / 2)) {
    const found = await read(most);
    if (isFitting(found) || most === 1) return found;
  }
}

/** Returns whether a result is short enough. */
export const isFitting = ({ result, text }: Found): boolean =>
  JSON.stringify(result).length + JSON.stringify(text).length <= MAX_CHARACTERS;

/** Returns the beginning of a text, with an ellipsis if it goes on. */
export const clipped = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

/** Returns an address, unless it is too long for a result. */
export const shortUrl = (url: string | null | undefined): string | null =>
  url != null && url.length <= 1000 ? url : null;

/** Returns the newest change, which every fact of an answer names. Read it before the facts. */
export const newestSeq = async ({ committed }: Context): Promise<number> => (await committed()).seq;

/** Returns the address of a company's page for people. */
export const pageOfCompany = ({ publicUrl }: Context, slug: string): string => companyWebUrl(publicUrl, slug);

/** Returns a fact in a line: `2026-02-24 valuation 159000000000 USD (Stripe: https://…)`. */
export function lineOf({ day, name, value, unit, detail, citation, citation_url }: Fact): string {
  const source = [citation, citation_url].filter((part) => part !== null).join(': ');
  return [day, name, value, unit, detail && `[${detail}]`, source && `(${source})`]
    .filter((part) => part !== null && part !== '')
    .join(' ');
}

/** Returns an offset from a cursor that a tool made. @throws 400 */
export function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,9}$/.test(cursor)) throw fail('invalid_cursor', { field: 'cursor' });
  return Number(cursor);
}

/** Rejects a request with a field that cannot be combined with another. @throws 400 */
export function rejectTogether(input: Record<string, unknown>, fields: string[], other: string): void {
  const given = fields.find((name) => input[name] !== undefined);
  if (given !== undefined) throw invalid(given, `cannot be combined with ${other}. Send one of them`);
}
