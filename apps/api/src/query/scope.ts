import { domainToUnicode } from 'node:url';
import { fail, type ApiError, type ChangeKind } from '@dossier/shared';
import { findCompanies, findCompany, type CompanyLookup, type CompanyRef, type Db } from '@dossier/store';
import type { DependsOn } from '../http/endpoint.ts';
import { sentValue } from './alias.ts';
import { companyLookups, type CompanyInput } from './fields.ts';

/** The companies whose rows a list contains: one, several, or all. */
export type CompanyScope =
  /** `names` are the parameters of the request, in errors; by default those of the lookups. */
  | { type: 'single-company'; lookups: CompanyLookup[]; names?: string[] }
  | { type: 'multi-company'; ids: number[]; domains: string[] }
  | { type: 'domain-less' };

/** A scope with its existing companies, or null for all. Unknown companies of a list are skipped. */
export interface FoundScope {
  type: CompanyScope['type'];
  companies: CompanyRef[] | null;
  /** Set if the request may find other companies after a change of another company. */
  mayFindOthers: boolean;
}

/**
 * Returns the scope of an input. Filters for one company and for several cannot be mixed. `company_uid` is an alias of
 * `company_id`, and errors use the name that was sent.
 * @param max the maximum number of companies
 * @throws 400 for mixed filters, for too many companies and for different values of an id and its alias
 */
export function companyScope(
  input: CompanyInput & {
    company_uid?: number | undefined;
    company_ids?: number[] | undefined;
    company_domains?: string[] | undefined;
  },
  max: number,
): CompanyScope {
  const company_id = sentValue(input, ['company_id', 'company_uid']);
  const given = (names: (keyof typeof input)[]) => names.filter((name) => input[name] !== undefined);
  const one = given(['company_id', 'company_uid', 'company_slug', 'company_domain']);
  const several = given(['company_ids', 'company_domains']);
  if (one.length > 0 && several.length > 0) throw fail('mixed_company_filters', { one, several });
  const { company_ids: ids = [], company_domains: domains = [] } = input;
  if (ids.length + domains.length > max) throw fail('too_many_companies', { max });
  if (several.length > 0) return { type: 'multi-company', ids, domains };
  const lookups = companyLookups({ ...input, company_id });
  return lookups.length > 0 ? { type: 'single-company', lookups, names: one } : { type: 'domain-less' };
}

/** Finds the company of a lookup. @throws 404 in the specification's words */
export async function requireCompany(db: Db, lookup: CompanyLookup): Promise<CompanyRef> {
  const company = await findCompany(db, lookup);
  if (!company) throw companyNotFound(lookup);
  return company;
}

/** Returns the 404 for a lookup, in the specification's words. */
export const companyNotFound = ({ by, value }: CompanyLookup): ApiError =>
  fail('company_not_found', { key: by, value: by === 'domain' ? inLetters(String(value)) : value });

/** Returns a domain with its international letters instead of Punycode. */
const inLetters = (domain: string) => domainToUnicode(domain) || domain;

/**
 * Returns the company that all lookups find. It is for lists in which no lookup takes precedence: conflicting lookups
 * are an error, so that partners notice wrong data.
 * @param names the parameters of the lookups, for the error
 * @throws 404 if a lookup finds no company, 400 if the lookups find different companies
 */
export async function requireOneCompany(
  db: Db,
  lookups: CompanyLookup[],
  names = lookups.map(({ by }) => `company_${by}`),
): Promise<CompanyRef> {
  const found = await Promise.all(lookups.map((lookup) => requireCompany(db, lookup)));
  const [first] = found;
  if (!first || found.some(({ id }) => id !== first.id)) {
    throw fail('different_companies', { names });
  }
  return first;
}

/** Finds the companies of a scope, sorted by id. @throws like `requireOneCompany` for a single company */
export async function findScope(db: Db, scope: CompanyScope): Promise<FoundScope> {
  const { type } = scope;
  if (type === 'domain-less') return { type, companies: null, mayFindOthers: true };
  if (type === 'single-company')
    return {
      type,
      companies: [await requireOneCompany(db, scope.lookups, scope.names)],
      mayFindOthers: scope.lookups.some(mayFindAnother),
    };
  const found = [
    ...(scope.ids.length > 0 ? await findCompanies(db, 'id', scope.ids) : []),
    ...(scope.domains.length > 0 ? await findCompanies(db, 'domain', scope.domains) : []),
  ];
  const byId = new Map(found.map((company) => [company.id, company]));
  const companies = [...byId.values()].sort((a, b) => a.id - b.id);
  const isComplete = companies.length === scope.ids.length + scope.domains.length;
  return { type, companies, mayFindOthers: !isComplete || scope.domains.some(hasWww) };
}

const hasWww = (domain: string) => domain.startsWith('www.');

/** A domain with `www.` finds the company without it, until a company has exactly that domain. */
const mayFindAnother = ({ by, value }: CompanyLookup) => by === 'domain' && hasWww(String(value));

/**
 * Returns the dependencies of a response about one company. The change log names the company in every change of its rows.
 * @param kinds the kinds of records in the response that belong to no company
 */
export const dependsOnCompany = (
  { id }: Pick<CompanyRef, 'id'>,
  lookups: CompanyLookup[],
  kinds: ChangeKind[] = [],
): DependsOn => ({
  companies: [id],
  kinds: lookups.some(mayFindAnother) ? ['company', ...kinds] : kinds,
});

/**
 * Returns the dependencies of a list of rows. Its items contain the names and domains of their companies.
 * @param kinds the kinds of its rows, whose changes name their company
 * @param read the kinds that its filters read, of any company
 */
export const dependsOnScope = (
  { companies, mayFindOthers }: FoundScope,
  kinds: ChangeKind[],
  read: ChangeKind[],
): DependsOn =>
  companies
    ? { companies: companies.map(({ id }) => id), kinds: mayFindOthers ? [...read, 'company'] : read }
    : { kinds: [...new Set([...kinds, ...read, 'company'])] };

/** Returns the ids of the companies of a scope; undefined for all. */
export const idsOf = ({ companies }: Pick<FoundScope, 'companies'>): number[] | undefined =>
  companies?.map(({ id }) => id);
