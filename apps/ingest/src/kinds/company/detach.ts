import type { Trx } from '@dossier/store';
import { enqueueFilings } from './write.ts';

/**
 * Updates what else shows companies that are about to be deleted: the search entries of their filings, and the
 * documents that name them.
 */
export async function detachCompanies(trx: Trx, ids: number[], now: string): Promise<void> {
  await enqueueFilings(trx, ids);
  const named = trx('document_companies').whereIn('company_id', ids).select('document_id');
  await trx('documents').whereIn('id', named).update({ updated_at: now });
}
