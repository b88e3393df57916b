import type { CompanyRow, Trx } from '@dossier/store';
import type { CompanyRecord } from '../../kinds/company/record.ts';
import { rowsWhere } from '../../stored/rows.ts';
import type { Outcome } from '../outcome.ts';
import { noSeenKeys } from '../seen-keys.ts';
import type { Statements } from '../statements/statements.ts';
import { upsertCompanies } from './upsert.ts';

/** Creates companies that another kind's source mentions: see `Kind.onlyCreates`. */
export async function createCompanies(
  trx: Trx,
  records: CompanyRecord[],
  now: string,
  statements?: Statements,
): Promise<Outcome[]> {
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
  return upsertCompanies(trx, given, now, noSeenKeys, statements);
}
