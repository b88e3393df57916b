import type { CompanyRow, Trx } from '@dossier/store';
import { noSeenKeys, type Kind, type Outcome, type SeenKeys } from '../kind.ts';
import type { Statements } from '../statements.ts';
import { rowsWhere } from '../rows.ts';
import { companyKind } from './index.ts';
import type { CompanyRecord } from './record.ts';

// The stored companies decide what such a row changes.
const { canRepeat: _, ...always } = companyKind;

/** Creates companies that another kind's source mentions. A stored company only gets a missing CIK. */
export const companiesToCreate: Kind<typeof companyKind.record> = {
  ...always,
  upsert: async (
    trx: Trx,
    records: CompanyRecord[],
    now: string,
    _seenKeys: SeenKeys,
    statements?: Statements,
  ): Promise<Outcome[]> => {
    const domains = records.flatMap(({ domain }) => domain ?? []);
    const byDomain = await rowsWhere<{ domain: string }>(trx, 'company_domains', 'domain', domains);
    const byCik = await rowsWhere<CompanyRow>(
      trx,
      'companies',
      'cik',
      records.flatMap(({ cik }) => cik ?? []),
    );
    const known = new Set([...byDomain.map(({ domain }) => domain), ...byCik.map(({ cik }) => cik)]);
    const isKnown = ({ domain, cik }: CompanyRecord) =>
      (domain !== undefined && known.has(domain)) || (cik !== null && cik !== undefined && known.has(cik));
    const given = records.map((record) =>
      isKnown(record)
        ? { cik: record.cik, domain: known.has(record.cik ?? '') ? undefined : record.domain }
        : record,
    );
    // Several files may bring the same company.
    return companyKind.upsert(trx, given, now, noSeenKeys, statements);
  },
};
