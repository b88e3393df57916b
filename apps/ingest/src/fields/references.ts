import { domainInput } from '@dossier/shared';
import type { z } from 'zod';
import { cik, text } from './values.ts';
import { originFields } from './origin.ts';

/**
 * The fields by which a record names its company, which must be stored. All fields that find a company must find the
 * same one; fields that find none are ignored.
 */
export const namingFields = {
  /** Any of its domains. */
  company: domainInput.optional(),
  company_cik: cik.optional(),
  /** The ticker of any of its listings. `BRK.B` and `BRK-B` are the same. */
  company_ticker: text.max(32).optional(),
  /** The id that the source gives the company; needs `source`. The company is loaded with it as `external_id`. */
  company_external_id: text.max(200).optional(),
  /** Its name or the name of a legal entity. Case, punctuation and the legal form (Inc., GmbH) do not matter. */
  company_name: text.max(300).optional(),
};

/** The fields that name the company and the source of a record. */
export const companyFields = {
  ...namingFields,
  /** Its country. A company of another country is not found by its name. */
  company_country: text.max(200).optional(),
  /** Its city, which agrees with a company that has the name. */
  company_city: text.max(200).optional(),
  /** The venue of the ticker. A company that is listed elsewhere only is not found by the ticker. */
  company_venue: text.max(100).optional(),
  ...originFields,
};

/** How a record names its company. */
export type CompanyReference = z.output<z.ZodObject<typeof companyFields>>;

export type Naming = keyof typeof namingFields;
export const NAMES = Object.keys(namingFields) as Naming[];
/** The fields that the identity of a company depends on. */
const FIELDS = Object.keys(companyFields);

/** Returns whether a record names its company. `NOT_NAMED` is the message when it does not. */
export const namesCompany = (given: CompanyReference): boolean =>
  NAMES.some((name) => given[name] !== undefined);
export const NOT_NAMED = {
  error: `must name its company by company (a domain), ${NAMES.slice(1, -1).join(', ')} or ${NAMES.at(-1)}`,
};

/**
 * Returns whether a row names its company by its domain or its CIK only. No other company can have that unless this company
 * changes. A ticker or a name can be ambiguous later.
 */
export const namesOneCompany = (given: Record<string, unknown>): boolean =>
  NAMES.filter((name) => given[name] !== undefined).length === 1 &&
  (given['company'] !== undefined || given['company_cik'] !== undefined);

/** Returns the part of a record, as a source writes it, that names its company. */
export const companyOf = (given: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(FIELDS.flatMap((name) => (name in given ? [[name, given[name]]] : [])));

/** The fields that decide which company a row means, besides its source. */
const MEANT = new Set(['domain', 'cik', 'external_id', ...FIELDS.filter((field) => field !== 'source')]);
/** The names of a company, in its own record and in those of others. */
const ALL_NAMES = new Set<string>(['domain', 'cik', 'external_id', ...NAMES]);

/**
 * Returns how a row names its company as JSON; null if it does so only by the main domain of the company.
 * @param given a record, whose own domain may name it
 */
export function namedJson(given: object, domain: string): string | null {
  const values = given as Record<string, unknown>;
  const named = Object.keys(given).filter((field) => MEANT.has(field) && values[field] != null);
  const [first = '', ...others] = named.filter((field) => ALL_NAMES.has(field));
  const isSure = others.length === 0 && /^(?:company|domain)$/.test(first);
  if (isSure && values[first] === domain) return null;
  return JSON.stringify(Object.fromEntries(named.map((field) => [field, values[field]])));
}

/** The reason for rejecting a record with an external id of no source. */
export const NO_SOURCE =
  'missing source: an external id needs the source that gave it; add --source <name>, or "source" to the mapping';

/** Returns the key of the id that a source gives a company. */
export const idKey = (source: string, id: string): string => JSON.stringify([source, id]);
