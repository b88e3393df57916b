import type { Db, DocumentRow, FilingRow, Reindex, Trx } from '@dossier/store';
import { rowsWhere, storedValues } from './rows.ts';

/**
 * The documents that are texts of filings. Search finds such a text as its filing. Of several documents with one
 * accession number the first is the text; the others stay documents, as does the text of a filing that is not stored.
 */
export async function readTexts(db: Db | Trx, accessions: Iterable<string>): Promise<Map<string, number>> {
  const rows = await rowsWhere<DocumentRow>(db, 'documents', 'filing', accessions, ['id', 'filing']);
  const texts = new Map<string, number>();
  for (const { id, filing } of rows) texts.set(filing!, Math.min(id, texts.get(filing!) ?? id));
  return texts;
}

/** Returns the accession numbers that are stored. */
export const storedAccessions = (db: Db | Trx, accessions: Iterable<string>): Promise<Set<string>> =>
  storedValues(db, 'filings.accession_number', accessions);

/** Returns the documents that are texts of filings which are added or deleted: their search entries change. */
export async function textsOf(trx: Trx, accessions: Iterable<string>): Promise<Reindex[]> {
  const rows = await rowsWhere<DocumentRow>(trx, 'documents', 'filing', new Set(accessions), ['id']);
  return [{ kind: 'document', ids: rows.map(({ id }) => id) }];
}

/** Returns the filings whose text changes, and the other documents with their accession numbers. */
export async function entriesOfTexts(
  trx: Trx,
  accessions: Iterable<string | null | undefined>,
): Promise<Reindex[]> {
  const changed = new Set([...accessions].filter((each) => typeof each === 'string'));
  if (changed.size === 0) return [];
  const rows = await rowsWhere<FilingRow>(trx, 'filings', 'accession_number', changed, ['id']);
  return [{ kind: 'filing', ids: rows.map(({ id }) => id) }, ...(await textsOf(trx, changed))];
}
