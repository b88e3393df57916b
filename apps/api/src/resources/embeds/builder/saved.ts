import { readOptions, signAddress, writeOptions } from '@dossier/embeds';
import type { Caller, Saved, SavedEmbedRow } from '@dossier/store';
import type { Context } from '../../../services.ts';

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
