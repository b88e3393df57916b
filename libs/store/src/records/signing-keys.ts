import { randomBytes } from 'node:crypto';
import { toTimestamp } from '@dossier/shared';
import type { Db } from '../sql/open.ts';
import { ask, preparedQuery } from '../sql/prepared-query.ts';

interface SigningKeyRow {
  id: string;
  secret: string;
  created_at: string;
  revoked_at: string | null;
}

const SECRET_BYTES = 32;

export interface SigningKey {
  id: string;
  secret: string;
}

const validKeys = preparedQuery<object, SigningKey>((db) =>
  db('signing_keys')
    .whereNull('revoked_at')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .select('id', 'secret'),
);

/** Returns the keys whose signatures are valid, newest first. The first one signs. */
export const signingKeys = async (db: Db): Promise<SigningKey[]> => ask(db, validKeys, {});

/** Lists all keys without their secrets, the signing key first. */
export async function listSigningKeys(db: Db): Promise<Omit<SigningKeyRow, 'secret'>[]> {
  return db<SigningKeyRow>('signing_keys')
    .orderByRaw('case when revoked_at is null then 0 else 1 end')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .select('id', 'created_at', 'revoked_at');
}

/** Creates a key, which signs from now on; older keys still verify. Returns its id. */
export async function createSigningKey(db: Db): Promise<string> {
  return db.transaction(async (trx) => {
    const rows = await trx<SigningKeyRow>('signing_keys').select('id', 'created_at');
    const numbers = rows.map(({ id }) => Number(/^k(\d{1,9})$/.exec(id)?.[1] ?? 0));
    const id = `k${Math.max(0, ...numbers) + 1}`;
    // Later than every other key, even when the clock was ahead before.
    const newest = rows.map((row) => Date.parse(row.created_at)).reduce((a, b) => Math.max(a, b), 0);
    const created_at = toTimestamp(Math.max(Date.now(), newest + 1));
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    await trx<SigningKeyRow>('signing_keys').insert({ id, secret, created_at, revoked_at: null });
    return id;
  });
}

/**
 * Revokes a key, and with it every URL that it signed. The last key cannot be revoked, because nothing could be signed.
 */
export async function revokeSigningKey(db: Db, id: string): Promise<'revoked' | 'unknown' | 'last'> {
  return db.transaction(async (trx) => {
    // The lock keeps another program from revoking the other key meanwhile.
    const valid = await trx<SigningKeyRow>('signing_keys').whereNull('revoked_at').forUpdate().select('id');
    if (!valid.some((key) => key.id === id)) return 'unknown';
    if (valid.length === 1) return 'last';
    await trx<SigningKeyRow>('signing_keys')
      .where({ id })
      .update({ revoked_at: toTimestamp(Date.now()) });
    return 'revoked';
  });
}
