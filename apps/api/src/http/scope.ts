import { fail } from '@dossier/shared';
import { findCompanies, requireCompany, type CompanyLookup, type CompanyRef, type Db } from '@dossier/store';
import { companyLookup } from './fields.ts';

/** Whose rows a list is asked for: one company's, several companies', or everybody's. */
export type CompanyScope =
  | { type: 'single-company'; lookup: CompanyLookup }
  | { type: 'multi-company'; ids: number[]; domains: string[] }
  | { type: 'domain-less' };

/** A scope with the companies that were found; null stands for all. Those unknown in a list are left out. */
export interface FoundScope {
  type: CompanyScope['type'];
  companies: CompanyRef[] | null;
}

/**
 * The scope of an input where filters for one company and for several must not be mixed.
 * @param max the most companies that the input may name
 * @throws 400 when they are mixed, or too many are named
 */
export function companyScope(
  input: {
    company_id?: number | undefined;
    company_slug?: string | undefined;
    company_domain?: string | undefined;
    company_ids?: number[] | undefined;
    company_domains?: string[] | undefined;
  },
  max: number,
): CompanyScope {
  const given = (names: (keyof typeof input)[]) => names.filter((name) => input[name] !== undefined);
  const one = given(['company_id', 'company_slug', 'company_domain']);
  const several = given(['company_ids', 'company_domains']);
  if (one.length > 0 && several.length > 0) throw fail('mixed_company_filters', one, several);
  const { company_ids: ids = [], company_domains: domains = [] } = input;
  if (ids.length + domains.length > max) throw fail('too_many_companies', max);
  if (several.length > 0) return { type: 'multi-company', ids, domains };
  const lookup = companyLookup(input);
  return lookup ? { type: 'single-company', lookup } : { type: 'domain-less' };
}

/** Finds the companies of a scope, by id. @throws 404 when the one company that is asked for is unknown */
export async function findScope(db: Db, scope: CompanyScope): Promise<FoundScope> {
  const { type } = scope;
  if (type === 'domain-less') return { type, companies: null };
  if (type === 'single-company') return { type, companies: [await requireCompany(db, scope.lookup)] };
  const found = [
    ...(scope.ids.length > 0 ? await findCompanies(db, 'id', scope.ids) : []),
    ...(scope.domains.length > 0 ? await findCompanies(db, 'domain', scope.domains) : []),
  ];
  const byId = new Map(found.map((company) => [company.id, company]));
  return { type, companies: [...byId.values()].sort((a, b) => a.id - b.id) };
}
