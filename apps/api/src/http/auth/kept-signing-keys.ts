import { chain, type MaybePromise } from '@dossier/shared';
import { signingKeys, type Committed, type Db, type SigningKey } from '@dossier/store';

/**
 * Returns a function that returns the signing keys, newest first. The function reads them again when `base` changes, which
 * contains the ids of the valid keys. A key itself never changes.
 * @param committed reads the version of the committed data, for callers that have not read it
 */
export function keptSigningKeys(
  db: Db,
  committed: () => MaybePromise<Committed>,
): (at?: MaybePromise<Committed>) => MaybePromise<SigningKey[]> {
  let known: { base: string; keys: SigningKey[] } | undefined;
  const read = async (base: string) => {
    const keys = await signingKeys(db);
    known = { base, keys };
    return keys;
  };
  return (at = committed()) => chain(at, ({ base }) => (known?.base === base ? known.keys : read(base)));
}
