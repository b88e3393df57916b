import { createHash, randomBytes } from 'node:crypto';
import { fingerprint } from '@dossier/shared';
import type { Db } from './open.ts';
import { write } from './write.ts';

/** The plans that include the API. */
export const apiPlans = ['Platforms', 'Funds'] as const;

/** Who a credential stands for. */
export interface Caller {
  organizationId: number;
  plan: string;
}

const FORM = /^dsr_live_([A-Za-z0-9]{8})_([A-Za-z0-9_-]{32})([0-9a-z]{7})$/;

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');
const checksum = (text: string) => fingerprint(text).padStart(7, '0');

/** A new key, `dsr_live_<id>_<secret><checksum>`: 192 random bits; the checksum tells a typo from a guess. */
export function generateApiKey(): string {
  const id = randomBytes(6).toString('base64').replaceAll(/[+/]/g, 'x');
  const body = `dsr_live_${id}_${randomBytes(24).toString('base64url')}`;
  return body + checksum(body);
}

/** The public part of a key of the right form, or undefined. */
export function apiKeyId(key: string): string | undefined {
  const match = FORM.exec(key);
  return match && checksum(key.slice(0, -7)) === match[3] ? match[1] : undefined;
}

/** Finds the organization, or makes it; its plan stays as it was. Returns its id. */
export async function ensureOrganization(db: Db, name: string, plan: string): Promise<number> {
  return write(db, async (trx, now) => {
    await trx('organizations').insert({ name, plan, created_at: now }).onConflict('name').ignore();
    return (await trx('organizations').where({ name }).first<{ id: number }>('id')).id;
  });
}

/**
 * Registers a key for an organization. Only its SHA-256 is kept; a key that is known already stays as it is.
 * A key of a foreign form is taken too (an operator may bring one): its id is then the head of its hash.
 */
export async function registerApiKey(
  db: Db,
  key: string,
  organizationId: number,
  expiresAt: string | null = null,
): Promise<void> {
  const hash = hashOf(key);
  await write(db, async (trx, now) => {
    await trx('api_keys')
      .insert({
        id: apiKeyId(key) ?? hash.slice(0, 8),
        organization_id: organizationId,
        hash,
        created_at: now,
        expires_at: expiresAt,
        revoked_at: null,
      })
      .onConflict('hash')
      .ignore();
  });
}

/** The caller behind a key, or undefined when it is unknown, revoked or expired. */
export async function findCaller(db: Db, key: string, now: string): Promise<Caller | undefined> {
  const row = await db('api_keys')
    .join('organizations', 'organizations.id', 'api_keys.organization_id')
    .where('api_keys.hash', hashOf(key))
    .whereNull('api_keys.revoked_at')
    .where((valid) => {
      void valid.whereNull('api_keys.expires_at').orWhere('api_keys.expires_at', '>', now);
    })
    .first<{ id: number; plan: string } | undefined>('organizations.id', 'organizations.plan');
  return row && { organizationId: row.id, plan: row.plan };
}
