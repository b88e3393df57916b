import type { CompanyRow, Trx } from '@dossier/store';
import { LoadError } from '../../rows/types.ts';

/**
 * Throws the error for a domain that a company cannot have again.
 * @param owner the company that the domain finds now
 */
export async function rejectTakenDomain(trx: Trx, domain: string, owner: number): Promise<never> {
  const row = await trx<CompanyRow>('companies').where({ id: owner }).first('domain');
  const [what, way] =
    row!.domain === domain
      ? ['the main domain of another company', ', or delete that company,']
      : [`a domain of ${row!.domain}`, ''];
  throw new LoadError(`${domain} is ${what} now. Undo the run that made it so${way} first.`);
}
