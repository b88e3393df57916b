import { createHash, randomBytes } from 'node:crypto';
import { fingerprint, toTimestamp } from '@dossier/shared';
import type { Operator, Session } from './sessions.ts';
import type { Db } from '../sql/open.ts';
import { ask, preparedQuery } from '../sql/prepared-query.ts';
import { writeBeside } from '../sql/write.ts';

interface ApiKeyRow {
  id: string;
  organization_id: number;
  hash: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  name: string | null;
  /** Joined by commas. Null for all, including scopes of later releases. */
  scopes: string | null;
  created_by: string | null;
  last_used_at: string | null;
  /** The step of the sample that a test key sees. Null for keys that see the data. */
  test_step: number | null;
}

/** The organization behind a credential. Its name is its identity, whatever the kind of credential. */
export interface Caller {
  organization: string;
  plan: string;
  /** The id of the API key. The tokens of an identity provider have none. */
  key?: string;
  /** The session of a page that the caller signed in to, if the request came with one. */
  session?: Session;
  /** What the key may use. Undefined for everything. */
  scopes?: readonly string[] | undefined;
  /** The step of the sample that a test key sees; undefined for other callers. */
  testStep?: number;
  /** Set while the organization is suspended. */
  isSuspended?: true;
  /** Who signed in to the console with a link. An operator has no organization: its name is empty. */
  operator?: Operator;
}

/** What is known of a new key, besides its organization. */
interface KeyDetails {
  name?: string | null;
  scopes?: readonly string[] | null;
  createdBy?: string | null;
  /** Whether the key sees the sample instead of the data. */
  isTest?: boolean;
}

const FORM = /^dsr_(?:live|test)_([A-Za-z0-9]{8})_([A-Za-z0-9_-]{32})([0-9a-z]{7})$/;

/** Returns the id under which a key is stored. It is public, and does not reveal the key. */
export const storedKeyId = (key: string): string => apiKeyId(key) ?? hashOf(key).slice(0, 8);

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');
const checksum = (text: string) => fingerprint(text).padStart(7, '0');

/**
 * Returns a new key, `dsr_live_<id>_<secret><checksum>`, with 192 random bits. Test keys begin with `dsr_test_`. An
 * operator's own key has no checksum.
 */
export function generateApiKey(isTest = false): string {
  const id = randomBytes(6).toString('base64').replaceAll(/[+/]/g, 'x');
  const body = `dsr_${isTest ? 'test' : 'live'}_${id}_${randomBytes(24).toString('base64url')}`;
  return body + checksum(body);
}

/** Returns the public part of a key that this program made, or undefined for any other text. */
export function apiKeyId(key: string): string | undefined {
  const match = FORM.exec(key);
  return match && checksum(key.slice(0, -7)) === match[3] ? match[1] : undefined;
}

/**
 * Registers a key for an organization, and stores only its SHA-256. Registering a known key changes nothing.
 * An operator may bring a key of any form; its id is then the beginning of its hash.
 */
export async function registerApiKey(
  db: Db,
  key: string,
  organizationId: number,
  expiresAt: string | null = null,
  details: KeyDetails = {},
): Promise<void> {
  await db('api_keys')
    .insert(rowOf(key, organizationId, toTimestamp(Date.now()), expiresAt, details))
    .onConflict('hash')
    .ignore();
}

function rowOf(
  key: string,
  organizationId: number,
  now: string,
  expiresAt: string | null,
  { name = null, scopes = null, createdBy = null, isTest = false }: KeyDetails = {},
): ApiKeyRow {
  const hash = hashOf(key);
  return {
    id: storedKeyId(key),
    organization_id: organizationId,
    hash,
    created_at: now,
    expires_at: expiresAt,
    revoked_at: null,
    name,
    scopes: scopes && scopes.join(','),
    created_by: createdBy,
    last_used_at: null,
    test_step: isTest ? 0 : null,
  };
}

/** A caller, and when its key expires. */
export interface KeyCaller extends Caller {
  expires_at: string | null;
}

interface CallerRow {
  key: string;
  scopes: string | null;
  organization: string;
  plan: string;
  suspended_at: string | null;
  expires_at: string | null;
  test_step: number | null;
}

const callerOf = (row: CallerRow | undefined): KeyCaller | undefined =>
  row && {
    organization: row.organization,
    plan: row.plan,
    key: row.key,
    expires_at: row.expires_at,
    ...(row.scopes !== null && { scopes: row.scopes.split(',') }),
    ...(row.test_step !== null && { testStep: row.test_step }),
    ...(row.suspended_at !== null && { isSuspended: true }),
  };

const callerBy = (column: 'hash' | 'id') =>
  preparedQuery<{ value: string; now: string }, CallerRow>((db, param) =>
    db('api_keys')
      .join('organizations', 'organizations.id', 'api_keys.organization_id')
      .where(`api_keys.${column}`, param('value'))
      .whereNull('api_keys.revoked_at')
      .where((valid) => {
        void valid.whereNull('api_keys.expires_at').orWhere('api_keys.expires_at', '>', param('now'));
      })
      .whereNull('organizations.deleted_at')
      .select(
        'api_keys.id as key',
        'api_keys.scopes',
        'api_keys.expires_at',
        'api_keys.test_step',
        'organizations.name as organization',
        'organizations.plan as plan',
        'organizations.suspended_at',
      ),
  );
const callerOfHash = callerBy('hash');
const callerOfId = callerBy('id');

/** Returns the caller of a key, or undefined when the key is unknown, revoked or expired. */
export async function findCaller(db: Db, key: string, now: string): Promise<KeyCaller | undefined> {
  const [row] = await ask(db, callerOfHash, { value: hashOf(key), now });
  return callerOf(row);
}

/** Returns the caller of the key with an id, or undefined when that key is unknown, revoked or expired. */
export async function findCallerOfId(db: Db, id: string, now: string): Promise<Caller | undefined> {
  const [row] = await ask(db, callerOfId, { value: id, now });
  return callerOf(row);
}

export type ApiKeyListing = Omit<ApiKeyRow, 'hash' | 'organization_id'> & {
  organization: string;
  plan: string;
};

/** Lists the keys of all organizations or of one without their hashes, newest first. */
export async function listApiKeys(db: Db, organization?: string): Promise<ApiKeyListing[]> {
  const query = db('api_keys')
    .join('organizations', 'organizations.id', 'api_keys.organization_id')
    .orderBy([
      { column: 'api_keys.created_at', order: 'desc' },
      { column: 'api_keys.id', order: 'asc' },
    ])
    .select<ApiKeyListing[]>(
      'api_keys.id',
      'api_keys.name',
      'api_keys.scopes',
      'api_keys.created_at',
      'api_keys.created_by',
      'api_keys.last_used_at',
      'api_keys.expires_at',
      'api_keys.revoked_at',
      'api_keys.test_step',
      'organizations.name as organization',
      'organizations.plan as plan',
    );
  if (organization !== undefined) void query.where('organizations.name', organization);
  return query;
}

/** Revokes a key at once, even while a load is writing. Returns false when no valid key has that id. */
export async function revokeApiKey(db: Db, id: string): Promise<boolean> {
  const revoked_at = toTimestamp(Date.now());
  return (await db<ApiKeyRow>('api_keys').where({ id }).whereNull('revoked_at').update({ revoked_at })) > 0;
}

/** Changes the name or the scopes of a key at once. Returns false when no valid key has that id. */
export async function changeApiKey(
  db: Db,
  id: string,
  { name, scopes }: Pick<KeyDetails, 'name' | 'scopes'>,
): Promise<boolean> {
  const next = {
    ...(name !== undefined && { name }),
    ...(scopes !== undefined && { scopes: scopes && scopes.join(',') }),
  };
  return (await db<ApiKeyRow>('api_keys').where({ id }).whereNull('revoked_at').update(next)) > 0;
}

/** Sets the step of the sample that a test key sees, at once. */
export async function setTestStep(db: Db, id: string, test_step: number): Promise<void> {
  await writeBeside(() =>
    db<ApiKeyRow>('api_keys').where({ id }).whereNotNull('test_step').update({ test_step }),
  );
}

const USED_EACH_MS = 60_000;

/** Stores that keys were used, at most once a minute for each key, whichever process asks. @param now Unix milliseconds */
export async function storeLastUses(db: Db, ids: string[], now: number): Promise<void> {
  await db<ApiKeyRow>('api_keys')
    .whereIn('id', ids)
    .where((outdated) => {
      void outdated.whereNull('last_used_at').orWhere('last_used_at', '<=', toTimestamp(now - USED_EACH_MS));
    })
    .update({ last_used_at: toTimestamp(now) });
}

/** A key that replaces another, and when it expires. */
export interface NextKey {
  id: string;
  key: string;
  expires_at: string | null;
}

/**
 * Creates a key that replaces another one of the same organization. The old key expires `overlapMs` from now, so that its
 * users can change over. The new key has the name and the scopes of the old one. It expires at `expiresAt`, by default when
 * the old key would have.
 * Returns undefined when no valid key has that id.
 */
export async function rotateApiKey(
  db: Db,
  id: string,
  overlapMs: number,
  expiresAt?: string,
  createdBy: string | null = null,
): Promise<NextKey | undefined> {
  const now = toTimestamp(Date.now());
  // Not `write`, so that nobody waits for a load to replace a key that leaked.
  return db.transaction(async (trx) => {
    const old = await trx<ApiKeyRow>('api_keys')
      .where({ id })
      .whereNull('revoked_at')
      .where((valid) => {
        void valid.whereNull('expires_at').orWhere('expires_at', '>', now);
      })
      .forUpdate()
      .first();
    if (!old) return undefined;
    const end = toTimestamp(Date.parse(now) + overlapMs);
    const oldEnd = old.expires_at !== null && old.expires_at < end ? old.expires_at : end;
    await trx<ApiKeyRow>('api_keys').where({ id }).update({ expires_at: oldEnd });
    const isTest = old.test_step !== null;
    const key = generateApiKey(isTest);
    const expires_at = expiresAt ?? old.expires_at;
    const details = { name: old.name, scopes: old.scopes?.split(',') ?? null, createdBy, isTest };
    await trx('api_keys').insert(rowOf(key, old.organization_id, now, expires_at, details));
    return { id: storedKeyId(key), key, expires_at };
  });
}

/** Creates a key that expires, and revokes the organization's other keys that expire, except those that a person created. */
export async function replaceApiKey(db: Db, organizationId: number, expiresAt: string): Promise<string> {
  const now = toTimestamp(Date.now());
  return db.transaction(async (trx) => {
    await trx<ApiKeyRow>('api_keys')
      .where({ organization_id: organizationId, created_by: null })
      .whereNull('revoked_at')
      .whereNotNull('expires_at')
      .update({ revoked_at: now });
    const key = generateApiKey();
    await trx('api_keys').insert(rowOf(key, organizationId, now, expiresAt));
    return key;
  });
}
