import { enqueue, enqueueFilings, keepVersions, type Trx } from '@dossier/store';
import { noteChangedRecords } from '../changes.ts';
import { enqueueTexts } from '../filing-texts.ts';

/**
 * Updates what else shows companies that are about to be deleted: the search entries of their filings, and the
 * documents that name them or are texts of their filings.
 */
export async function detachCompanies(trx: Trx, ids: number[], now: string): Promise<void> {
  await enqueueFilings(trx, ids);
  const named = trx('document_companies').whereIn('company_id', ids).select('document_id');
  const documents = (await named.clone().clearSelect().pluck('document_id')) as number[];
  await keepVersions(trx, 'document', [...new Set(documents)], now);
  await trx('documents').whereIn('id', named).update({ updated_at: now });
  await noteChangedRecords(trx, now, 'document', documents, ['companies']);
  await enqueue(trx, 'document', documents);
  const filings = await trx('filings').whereIn('company_id', ids).pluck('accession_number');
  await enqueueTexts(trx, filings as string[]);
}
