import type { Soon } from '@dossier/shared';
import { signingKeys, type Committed, type Db, type SigningKey } from '@dossier/store';

/**
 * Returns a function that returns the signing keys, newest first. The function reads them again when `base` changes, which
 * contains the ids of the valid keys. A key itself never changes.
 * @param committed reads the version of the committed data, for callers that have not read it
 */
export function keptSigningKeys(
  db: Db,
  committed: () => Soon<Committed>,
): (at?: Soon<Committed>) => Promise<SigningKey[]> {
  let known: { base: string; keys: SigningKey[] } | undefined;
  return async (at = committed()) => {
    const { base } = await at;
    if (known?.base !== base) known = { base, keys: await signingKeys(db) };
    return known.keys;
  };
}
