import { fail } from '@dossier/shared';
import { listApiKeys, type ApiKeyListing, type Caller, type Db } from '@dossier/store';

/** A list of keys has no pages, and each key has request limits of its own. */
const MAX_KEYS = 100;

/** The valid keys of a caller's organization, newest first. */
interface OwnKeys {
  keys: ApiKeyListing[];
  /** When the caller's own key expires, as fixed-width UTC text; null if it does not, or if the caller has a token. */
  expires_at: string | null;
}

/** Returns the valid keys of an organization, newest first. @param now fixed-width UTC text */
export const readValidKeys = async (db: Db, organization: string, now: string): Promise<ApiKeyListing[]> =>
  (await listApiKeys(db, organization)).filter(
    ({ revoked_at, expires_at }) => revoked_at === null && (expires_at === null || expires_at > now),
  );

/** Returns the valid keys of the caller's organization. @param now fixed-width UTC text */
export async function readKeys(db: Db, caller: Caller, now: string): Promise<OwnKeys> {
  const keys = await readValidKeys(db, caller.organization, now);
  return { keys, expires_at: keys.find(({ id }) => id === caller.key)?.expires_at ?? null };
}

/**
 * Returns a key that the caller may change.
 * @throws 404 if the organization has no such valid key; 403 if it has a scope that the caller lacks
 */
export function requireKey({ keys }: OwnKeys, caller: Caller, id: string): ApiKeyListing {
  const key = keys.find((each) => each.id === id);
  if (!key) throw fail('key_not_found', { id });
  requireScopes(caller, scopesOf(key));
  return key;
}

export const scopesOf = ({ scopes }: Pick<ApiKeyListing, 'scopes'>): string[] | null =>
  scopes === null ? null : scopes.split(',');

/** Returns whether a key sees the data or the sample. */
export const modeOf = ({ test_step }: Pick<ApiKeyListing, 'test_step'>): 'live' | 'test' =>
  test_step === null ? 'live' : 'test';

/** Checks that a caller has all of these scopes, so that no key leads to more than it has. @throws 403 */
export function requireScopes(caller: Caller, scopes: readonly string[] | null): void {
  if (!caller.scopes) return;
  const missing = scopes === null ? 'all' : scopes.find((scope) => !caller.scopes!.includes(scope));
  if (missing !== undefined) throw fail('scope_missing', { scope: missing });
}

/** Checks that a caller may make a key that expires then. @throws 403 if its own expires earlier; 409 with too many keys */
export function requireRoom({ keys, expires_at: own }: OwnKeys, expires_at: string | null): void {
  if (own !== null && (expires_at === null || expires_at > own)) throw fail('key_outlives', { at: own });
  if (keys.length >= MAX_KEYS) throw fail('too_many_keys', { most: MAX_KEYS });
}
