import { fail } from '@dossier/shared';
import { newestChange, oldestChange, type Db } from '@dossier/store';

/** @throws 410 if the change log does not have the changes after a `seq` */
export async function requireKept(db: Db, after: number): Promise<void> {
  const last = await newestChange(db);
  const first = (await oldestChange(db)) - 1;
  if (after < first || after > last) throw fail('changes_not_kept', { after, first, last });
}
