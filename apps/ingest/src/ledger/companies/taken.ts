import type { CompanyRow, Trx } from '@dossier/store';
import { LoadError } from '../../rows/types.ts';

/**
 * Rejects the restore of a domain that now belongs to another company.
 * @param owner the id of that company
 * @throws LoadError always
 */
export async function rejectTakenDomain(trx: Trx, domain: string, owner: number): Promise<never> {
  const row = await trx<CompanyRow>('companies').where({ id: owner }).first('domain');
  const [what, way] =
    row!.domain === domain
      ? ['the main domain of another company', ', or delete that company']
      : [`a domain of ${row!.domain}`, ''];
  throw new LoadError(`${domain} is now ${what}. First undo the run that stored it there${way}.`);
}
