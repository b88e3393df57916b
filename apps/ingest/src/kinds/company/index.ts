import type { Kind } from '../kind.ts';
import { companyRecord } from './record.ts';
import { companySearchDocuments } from './search.ts';
import { upsertCompanies } from './upsert.ts';

export { companyHash, readStoredCompanies } from './stored.ts';
export { isReservedSlug, toSlug } from './slug.ts';
export type { CompanyRecord } from './record.ts';

/** Companies. Natural key: the domain; any known domain leads to its company, as does the CIK. */
export const companyKind: Kind<typeof companyRecord> = {
  name: 'company',
  plural: 'companies',
  record: companyRecord,
  upsert: upsertCompanies,
  searchDocuments: companySearchDocuments,
};
