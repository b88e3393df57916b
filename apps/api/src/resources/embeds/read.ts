import { readOptions, type Address, type AddressKind } from '@dossier/embeds';
import { fail } from '@dossier/shared';
import { findSavedEmbed, type SavedVersionRow } from '@dossier/store';
import type { Context } from '../../services.ts';

/** Returns the address that a version leads to. */
export const addressOf = ({ kind, subject, look }: SavedVersionRow): Address => ({
  kind: kind as AddressKind,
  subject,
  options: readOptions(look) ?? {},
});

/**
 * Reads the address that a saved embed leads to.
 * @throws 404 for an unknown or expired one, 410 for one that is not published
 */
export async function readSaved({ db, clock }: Context, id: string): Promise<Address & { isSaved: true }> {
  const found = await findSavedEmbed(db, id);
  if (!found) throw fail('not_found');
  if (found.unpublished_at !== null) throw fail('embed_unpublished');
  const address = addressOf(found.current);
  const { expires } = address.options;
  if (expires !== undefined && Date.parse(expires) <= clock().getTime()) throw fail('not_found');
  return { ...address, isSaved: true };
}
