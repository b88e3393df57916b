import { fail, type Page, type PageRequest } from '@dossier/shared';
import {
  findCompanies,
  keysetPage,
  whereBetween,
  type CompanyRef,
  type Db,
  type DocumentRow,
  type FilingRow,
} from '@dossier/store';
import { isPublicAddress } from './public-address.ts';
import { companyIdsOf } from '../../query/scope.ts';
import { changedFilingList, filingList, type FilingFilter } from './contract.ts';

/** Returns a page of the filings of a company, or of all companies. */
export function readFilings(
  db: Db,
  company: CompanyRef | undefined,
  filter: FilingFilter,
  request: PageRequest,
): Promise<Page<FilingRow>> {
  const query = db('filings');
  if (company) void query.where({ company_id: company.id });
  if (filter.filing_type !== undefined) query.where('type', filter.filing_type);
  whereBetween(query, 'filed_at', filter.filed_at_start, filter.filed_at_end);
  whereBetween(query, 'updated_at', filter.updated_at_gte, filter.updated_at_lte);
  return keysetPage(company ? filingList : changedFilingList, request, { query });
}

/** Returns the companies of filings. */
export const readFilers = (db: Db, rows: FilingRow[]): Promise<CompanyRef[]> =>
  findCompanies(db, 'id', companyIdsOf(rows));

/** Returns the slug of the document that is the text of a filing, if there is one. @throws 404 without the filing */
export async function readFilingText(db: Db, id: string): Promise<string | undefined> {
  const filing = await db<FilingRow>('filings').where({ id }).first('accession_number');
  if (!filing) throw fail('filing_not_found', { id });
  const text = await db<DocumentRow>('documents')
    .where({ filing: filing.accession_number })
    .orderBy('id')
    .first('slug');
  return text?.slug;
}

/** Returns the source address of a filing. @throws 404 also if a browser could be sent into a private network */
export async function readFilingSource(db: Db, id: string): Promise<string> {
  const row = await db<FilingRow>('filings').where({ id }).first('source_url');
  if (!row) throw fail('filing_not_found', { id });
  if (!isPublicAddress(row.source_url)) throw fail('filing_source_private', { id });
  return row.source_url;
}
