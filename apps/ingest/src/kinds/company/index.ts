import { companyRules, recordKinds } from '@dossier/shared';
import { columnWhere } from '../../stored/rows.ts';
import type { Kind } from '../kind.ts';
import { statedFacts } from './facts.ts';
import { companyRecord, type CompanyRecord } from './record.ts';
import { companySearchDocuments } from './search.ts';

/** Companies. Natural key: the domain. Any known domain finds its company, and so does the CIK. */
export const companyKind: Kind<typeof companyRecord> = {
  name: 'company',
  plural: recordKinds.company.plural,
  record: companyRecord,
  rules: 'companies',
  // Another company can get the same ticker or name later.
  canRepeat: ({ domain, company_ticker, company_name }) =>
    domain !== undefined && company_ticker === undefined && company_name === undefined,
  statedFacts: (record) => statedFacts(record as CompanyRecord),
  statements: { rulesOf: () => companyRules },
  searchDocuments: companySearchDocuments,
  edgar: 'company',
  storage: {
    table: 'companies',
    key: ['domain'],
    ofCompany: false,
    parts: [
      { name: 'domains', table: 'company_domains', record: 'company_id', columns: ['domain'] },
      {
        name: 'financials',
        table: 'company_financials',
        record: 'company_id',
        columns: ['name', 'value', 'date'],
      },
      {
        name: 'listings',
        table: 'company_listings',
        record: 'company_id',
        columns: ['ticker', 'venue', 'listed_at'],
      },
      {
        name: 'categories',
        table: 'company_categories',
        record: 'company_id',
        columns: ['slug'],
        of: { table: 'categories', by: 'category_id' },
      },
      {
        name: 'external_ids',
        table: 'company_external_ids',
        record: 'company_id',
        columns: ['source', 'external_id'],
      },
    ],
  },
  nameOf: ({ domain, cik, company_ticker, company_name, external_id, source, match, as_of }) => ({
    ...{ domain, cik, company_ticker, company_name },
    ...{ external_id, source, match, as_of },
  }),
  names: { categories: 'category' },
  namedBy: {
    namesOf: async (trx, ids) =>
      new Set([
        ...(await columnWhere(trx, 'company_domains.domain', 'company_id', ids)),
        ...(await columnWhere(trx, 'company_aliases.name', 'company_id', ids)),
      ]),
  },
};
