import { toTimestamp } from '@dossier/shared';
import type { Db } from './open.ts';

interface OrganizationRow {
  id: number;
  name: string;
  plan: string;
  created_at: string;
}

/** The plans that include the API. Credentials of other plans are valid and get a 403. */
export const apiPlans = ['Platforms', 'Funds'] as const;

/** Finds or creates an organization, without changing the plan of an existing one. Returns its id. */
export async function ensureOrganization(db: Db, name: string, plan: string): Promise<number> {
  await createOrganization(db, name, plan);
  return (await findOrganization(db, name))!.id;
}

/** Creates an organization. Returns false when the name is taken. */
export async function createOrganization(db: Db, name: string, plan: string): Promise<boolean> {
  const made = await db('organizations')
    .insert({ name, plan, created_at: toTimestamp(Date.now()) })
    .onConflict('name')
    .ignore()
    .returning('id');
  return made.length > 0;
}

/** Moves an organization and its keys to another plan at once. Returns false when no organization has that name. */
export async function changePlan(db: Db, name: string, plan: string): Promise<boolean> {
  return (await db('organizations').where({ name }).update({ plan })) > 0;
}

/** Finds an organization by its name. */
export async function findOrganization(db: Db, name: string): Promise<OrganizationRow | undefined> {
  return db<OrganizationRow>('organizations').where({ name }).first();
}

/** Lists all organizations by name, each with its number of keys that are not revoked. */
export async function listOrganizations(db: Db): Promise<(OrganizationRow & { keys: number })[]> {
  const rows = (await db('organizations')
    .leftJoin('api_keys', (join) => {
      void join.on('api_keys.organization_id', 'organizations.id').onNull('api_keys.revoked_at');
    })
    .groupBy('organizations.id')
    .orderBy('organizations.name')
    .select('organizations.*')
    .count({ keys: 'api_keys.id' })) as unknown as (OrganizationRow & { keys: number | string })[];
  return rows.map((row) => ({ ...row, keys: Number(row.keys) }));
}
