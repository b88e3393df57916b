import { fail } from '@dossier/shared';
import { newestChange, oldestChange, type Db } from '@dossier/store';

/** Checks that the change log has all changes after a `seq`. @throws 410 */
export async function requireKept(db: Db, after: number): Promise<void> {
  const last = await newestChange(db);
  const first = (await oldestChange(db)) - 1;
  if (after < first || after > last) throw fail('changes_not_kept', { after, first, last });
}
