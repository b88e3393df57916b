import { companyNameKey, groupBy } from '@dossier/shared';
import type { CompanyRow, Trx } from '@dossier/store';
import { rowsWhere, storedValues } from '../../stored/rows.ts';
import type { Alike } from './find.ts';
import type { CompanyRecord } from '../../kinds/company/record.ts';
import type { StoredCompanies } from './stored.ts';

/**
 * Returns whether a record may create a company with this domain. It may if the domain is an alternative one of a stored
 * company, because an earlier record of the batch may remove it there.
 */
export const mayBeNew = (
  domain: string | undefined,
  byDomain: StoredCompanies['byDomain'],
): domain is string => domain !== undefined && byDomain.get(domain)?.content.row.domain !== domain;

/** Returns the stored companies that have the names of new records, by the key of the name. */
export async function readAlike(
  trx: Trx,
  records: CompanyRecord[],
  { byDomain }: StoredCompanies,
): Promise<Map<string, Alike[]>> {
  const keys = records.flatMap(({ name, domain }) =>
    name !== undefined && mayBeNew(domain, byDomain) ? [companyNameKey(name)] : [],
  );
  const names = await rowsWhere<{ name_key: string; company_id: number }>(
    trx,
    'company_names',
    'name_key',
    keys.filter(Boolean),
  );
  const ids = names.map(({ company_id }) => company_id);
  const rows = await rowsWhere<CompanyRow>(trx, 'companies', 'id', ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    [...groupBy(names, ({ name_key }) => name_key)].map(([key, found]) => [
      key,
      found.map(({ company_id }) => byId.get(company_id)!),
    ]),
  );
}

/** Returns the same domain with `www.`, or without it. */
export const twinOf = (domain: string): string =>
  domain.startsWith('www.') ? domain.slice(4) : `www.${domain}`;

/** Returns the stored domains that differ from a new one only by `www.` */
export async function readTwins(
  trx: Trx,
  records: CompanyRecord[],
  { byDomain }: StoredCompanies,
): Promise<Set<string>> {
  const twins = records.flatMap(({ domain }) => (mayBeNew(domain, byDomain) ? [twinOf(domain)] : []));
  return storedValues(trx, 'company_domains.domain', twins);
}
