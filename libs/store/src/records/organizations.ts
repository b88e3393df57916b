import { toTimestamp } from '@dossier/shared';
import { chartKey } from './chart-key.ts';
import { moveOwnTables } from './own-columns.ts';
import { moveSavedEmbeds } from './saved-embeds.ts';
import { moveUsage } from './usage.ts';
import type { Db, Trx } from '../sql/open.ts';
import { ask, preparedQuery } from '../sql/prepared-query.ts';
import type { ChartRow } from '../schema/tables.ts';

interface OrganizationRow {
  id: number;
  name: string;
  plan: string;
  created_at: string;
  suspended_at: string | null;
  deleted_at: string | null;
}

/** The plans that include the API. Credentials of other plans are valid and get a 403. */
export const apiPlans = ['Platforms', 'Funds'] as const;

/**
 * Finds an organization by its name or a former name, or creates it. Restores a deleted organization. Does not change the
 * plan of an existing one. Returns the id.
 */
export async function ensureOrganization(db: Db, name: string, plan: string): Promise<number> {
  await createOrganization(db, name, plan);
  const organization = (await findOrganizationByName(db, name))!.organization;
  // An organization that was found by a former name can still be deleted.
  await createOrganization(db, organization, plan);
  return (await findOrganization(db, organization))!.id;
}

/**
 * Creates an organization, or restores a deleted one with that name, without its keys. Returns false when the name is or was
 * the name of another organization.
 */
export async function createOrganization(db: Db, name: string, plan: string): Promise<boolean> {
  if (await db('organization_names').where({ name }).first('name')) return false;
  const made = await db('organizations')
    .insert({ name, plan, created_at: toTimestamp(Date.now()) })
    .onConflict('name')
    .ignore()
    .returning('id');
  if (made.length > 0) return true;
  const renewed = { plan, deleted_at: null, suspended_at: null };
  return (await db('organizations').where({ name }).whereNotNull('deleted_at').update(renewed)) > 0;
}

const existing = (db: Db, name: string) =>
  db<OrganizationRow>('organizations').where({ name }).whereNull('deleted_at');

/** Moves an organization and its keys to another plan at once. Returns false when no organization has that name. */
export async function changePlan(db: Db, name: string, plan: string): Promise<boolean> {
  return (await existing(db, name).update({ plan })) > 0;
}

/** Suspends an organization at once, with its keys and tokens. Returns false when no such organization is active. */
export async function suspendOrganization(db: Db, name: string): Promise<boolean> {
  const suspended_at = toTimestamp(Date.now());
  return (await existing(db, name).whereNull('suspended_at').update({ suspended_at })) > 0;
}

/** Ends the suspension of an organization. Returns false when no such organization is suspended. */
export async function resumeOrganization(db: Db, name: string): Promise<boolean> {
  return (await existing(db, name).whereNotNull('suspended_at').update({ suspended_at: null })) > 0;
}

/**
 * Deletes an organization and revokes its keys, at once. Its name stays, so that tokens of an identity provider with that
 * name are rejected. Its charts and its usage stay too. Returns false when no organization has that name.
 */
export async function deleteOrganization(trx: Trx, name: string): Promise<boolean> {
  const now = toTimestamp(Date.now());
  const [row] = await existing(trx, name).update({ deleted_at: now }).returning('id');
  if (!row) return false;
  await trx('api_keys')
    .where({ organization_id: row.id })
    .whereNull('revoked_at')
    .update({ revoked_at: now });
  return true;
}

/**
 * Renames an organization, with its charts and its usage. Tokens with the former name belong to it still. Returns why it
 * could not be done.
 */
export async function renameOrganization(
  trx: Trx,
  name: string,
  next: string,
): Promise<'renamed' | 'unknown' | 'taken'> {
  const organization = await existing(trx, name).first();
  if (!organization) return 'unknown';
  const former = await trx('organization_names').where({ name: next }).first<{ organization_id: number }>();
  if (former && former.organization_id !== organization.id) return 'taken';
  if (await trx('organizations').where({ name: next }).first('id')) return 'taken';
  await trx('organization_names').where({ name: next }).delete();
  await trx('organizations').where({ id: organization.id }).update({ name: next });
  await trx('organization_names').insert({ name, organization_id: organization.id });
  await moveCharts(trx, name, next);
  await moveSavedEmbeds(trx, name, next);
  await moveOwnTables(trx, name, next);
  await moveUsage(trx, name, next);
  return 'renamed';
}

async function moveCharts(trx: Trx, creator: string, next: string): Promise<void> {
  const charts = await trx<ChartRow>('charts').where({ creator });
  for (const { id, name, description } of charts) {
    const chart_key = chartKey(next, name, description);
    // The organization may have made the same chart under its next name.
    if (await trx('charts').where({ chart_key }).first('id')) continue;
    await trx('charts').where({ id }).update({ creator: next, chart_key });
  }
}

/** The organization that a token names, as the service knows it. */
export interface Standing {
  /** Its present name. */
  organization: string;
  suspended_at: string | null;
  deleted_at: string | null;
}

const standing = preparedQuery<{ name: string; lower: string }, Standing>((db, param) =>
  db('organizations')
    .whereRaw('lower(name) = ?', [param('lower')])
    .orWhereIn(
      'id',
      db('organization_names')
        .whereRaw('lower(name) = ?', [param('lower')])
        .select('organization_id'),
    )
    // The name as it is written comes before other spellings of it, also if it is a former name.
    .orderByRaw(
      `case when name = ? then 0 when id in (select organization_id from organization_names where name = ?) then 1
        else 2 end, id`,
      [param('name'), param('name')],
    )
    .select('name as organization', 'suspended_at', 'deleted_at'),
);

/**
 * Finds an organization by its name or a former name, whatever the case of its ASCII letters. Identity providers may name
 * others, which are unknown here.
 */
export async function findOrganizationByName(db: Db, name: string): Promise<Standing | undefined> {
  const lower = name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  const [found] = await ask(db, standing, { name, lower });
  return found;
}

/** Finds an organization by its name. */
export async function findOrganization(db: Db, name: string): Promise<OrganizationRow | undefined> {
  return existing(db, name).first();
}

/** An organization with its number of keys that are not revoked. */
interface OrganizationListing {
  id: number;
  name: string;
  plan: string;
  created_at: string;
  suspended_at: string | null;
  keys: number;
}

/** Lists all organizations by name. */
export async function listOrganizations(db: Db): Promise<OrganizationListing[]> {
  const rows = (await db('organizations')
    .leftJoin('api_keys', (join) => {
      void join.on('api_keys.organization_id', 'organizations.id').onNull('api_keys.revoked_at');
    })
    .whereNull('organizations.deleted_at')
    .groupBy('organizations.id')
    .orderBy('organizations.name')
    .select(
      'organizations.id',
      'organizations.name',
      'organizations.plan',
      'organizations.created_at',
      'organizations.suspended_at',
    )
    .count({ keys: 'api_keys.id' })) as unknown as (OrganizationListing & { keys: number | string })[];
  return rows.map((row) => ({ ...row, keys: Number(row.keys) }));
}
