import { readOptions, signAddress, writeOptions } from '@dossier/embeds';
import { fail } from '@dossier/shared';
import { roles, type Caller, type Saved, type SavedEmbedRow } from '@dossier/store';
import type { Context } from '../../../services.ts';

/** The least role of an operator who saves and unpublishes embeds. Readers see the list. */
const NEEDED = 'editor';

/** Returns whether somebody may save and unpublish embeds: every organization its own, and operators by their role. */
export const mayEdit = ({ operator }: Caller): boolean =>
  operator === undefined || roles.indexOf(operator.role) >= roles.indexOf(NEEDED);

/** @throws 403 for an operator whose role is too low */
export function requireEditor(caller: Caller): void {
  if (!mayEdit(caller)) throw fail('role_missing', { role: caller.operator!.role, needed: NEEDED });
}

/** Returns who saved a version. */
export const makerOf = ({ operator, key }: Caller): string => operator?.name ?? `key ${key ?? ''}`;

/** Returns the options that the address of a saved embed keeps: they decide how a withdrawn one looks. */
export function placeOf({ look }: Pick<Saved, 'look'>): string {
  const { theme, locale } = readOptions(look) ?? {};
  return writeOptions({ ...(theme && { theme }), ...(locale && { locale }) });
}

/** Returns the path of a saved embed, which stays when its versions change. */
export async function pathOf({ signingKeys }: Context, { id, look }: Pick<SavedEmbedRow, 'id' | 'look'>) {
  const [key] = await signingKeys();
  if (!key) throw new Error('No key exists to sign embed addresses with.');
  return signAddress({ kind: 'saved', subject: id, options: readOptions(look) ?? {} }, key);
}
