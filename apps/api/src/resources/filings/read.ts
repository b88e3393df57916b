import { fail, type Filing, type PageRequest } from '@dossier/shared';
import {
  between,
  equals,
  pagesOf,
  type CompanyRef,
  type Db,
  type DocumentRow,
  type FilingRow,
  type ItemPage,
} from '@dossier/store';
import { isPublicAddress } from './public-address.ts';
import { changedFilingList, filingList, type FilingFilter, type FilingOfCompany } from './contract.ts';
import { FILING_COLUMNS, viewFiling, viewFilingOf } from './view.ts';

const ofCompany = pagesOf<Filing>({
  list: filingList,
  // Read in the order of an index, with all columns at once.
  from: (db) => db('filings').select(FILING_COLUMNS),
  item: viewFiling,
  counters: [
    { name: 'filings', columns: { company_id: undefined } },
    { name: 'filings', columns: { company_id: undefined, type: undefined } },
  ],
});
const ofAll = pagesOf<FilingOfCompany>({
  list: changedFilingList,
  from: (db) => db('filings'),
  item: viewFilingOf,
  counted: 'filings',
});

/** Returns a page of the filings of a company, or of all companies. */
export function readFilings(
  db: Db,
  company: CompanyRef | undefined,
  filter: FilingFilter,
  request: PageRequest,
): Promise<ItemPage<Filing> | ItemPage<FilingOfCompany>> {
  const where = [
    ...equals('company_id', company?.id),
    ...equals('type', filter.filing_type),
    ...between('filed_at', filter.filed_at_start, filter.filed_at_end),
    ...between('updated_at', filter.updated_at_gte, filter.updated_at_lte),
  ];
  return (company ? ofCompany : ofAll)(db, { request, where, form: undefined, params: {} });
}

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
