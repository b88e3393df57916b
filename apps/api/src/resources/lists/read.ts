import { fail } from '@dossier/shared';
import { findList, findOrganization, type Caller, type Db, type ListRow } from '@dossier/store';

/** Returns the owner of the caller's lists: its organization, or null for an operator. @throws 409 */
export async function ownerOf(db: Db, { organization, operator }: Caller): Promise<number | null> {
  if (operator) return null;
  const found = await findOrganization(db, organization);
  if (!found) throw fail('organization_unknown');
  return found.id;
}

/** Returns a list of the caller. @throws 404 if it has no such list */
export async function requireList(db: Db, caller: Caller, id: string): Promise<ListRow> {
  const found = await findList(db, id, await ownerOf(db, caller));
  if (!found) throw fail('list_not_found', { id });
  return found;
}
