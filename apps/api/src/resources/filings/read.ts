import { fail, type Filing, type FilingOfCompany } from '@dossier/shared';
import { isPublicAddress } from '@dossier/shared/public-address';
import type { Db, DocumentRow, FilingRow } from '@dossier/store';
import { list } from '../../query/list.ts';
import { requireNarrow } from '../../query/window.ts';
import { changedFilingList, filingFilters, filingList } from './contract.ts';
import { FILING_COLUMNS, viewFiling, viewFilingOf, type FilingParams } from './view.ts';

/** Reads a page of the filings of a company. */
export const readFilings = list<Filing, undefined, FilingParams>({
  list: filingList,
  table: 'filings',
  filters: filingFilters,
  rowColumns: () => FILING_COLUMNS,
  item: viewFiling,
});

/** Reads a page of the filings of all companies. @throws 400 if they changed in a window of more than 14 days */
export const readChangedFilings = list<FilingOfCompany, undefined, FilingParams>({
  list: changedFilingList,
  table: 'filings',
  filters: filingFilters,
  window: (ranges, now) => {
    const { from, to } = ranges['updated_at_gte']!;
    requireNarrow({ names: 'updated_at_gte to updated_at_lte', from: from!, to }, now);
    return { ...ranges, updated_at_gte: { ...ranges['updated_at_gte']!, to: to ?? now } };
  },
  item: viewFilingOf,
});

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
