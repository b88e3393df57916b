import type { Trx } from '@dossier/store';
import { enqueueFilings } from './write.ts';

/**
 * What changes when companies are about to be removed: their filings go with them, in the search too, and the
 * documents that name them do so no more. The rest that is theirs is shown nowhere else.
 */
export async function detachCompanies(trx: Trx, ids: number[], now: string): Promise<void> {
  await enqueueFilings(trx, ids);
  const named = trx('document_companies').whereIn('company_id', ids).select('document_id');
  await trx('documents').whereIn('id', named).update({ updated_at: now });
}
