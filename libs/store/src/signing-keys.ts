import type { Db } from './open.ts';
import type { SigningKeyRow } from './tables.ts';

export interface SigningKey {
  id: string;
  secret: string;
}

/** The keys whose signatures are accepted, newest first; the first one signs. */
export async function signingKeys(db: Db): Promise<SigningKey[]> {
  return db<SigningKeyRow>('signing_keys')
    .whereNull('revoked_at')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .select('id', 'secret');
}
