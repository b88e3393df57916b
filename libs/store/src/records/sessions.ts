import { createHash, randomBytes } from 'node:crypto';
import type { Db, Trx } from '../sql/open.ts';
import { ask, preparedQuery } from '../sql/prepared-query.ts';
import { writeBeside } from '../sql/write.ts';

/** What operators may do in the console, from the least: each role may do what those before it may. */
export const roles = ['reader', 'editor', 'admin'] as const;
export type Role = (typeof roles)[number];

/** A person who runs the service. */
export interface Operator {
  name: string;
  role: Role;
}

/** A session of a page that people sign in to. Times are fixed-width UTC text. */
export interface Session {
  id: string;
  expires_at: string;
  /** The token that the forms of the session contain. Only its pages know it. */
  form: string;
}

interface SessionRow {
  id: string;
  hash: string;
  key_id: string | null;
  operator: string | null;
  role: Role | null;
  created_at: string;
  began_at: string | null;
  expires_at: string;
}

/** A session as the list shows it, with the organization of its key. */
export type SessionListing = Omit<SessionRow, 'hash'> & { organization: string | null };

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const newToken = () => randomBytes(32).toString('base64url');

interface Times {
  now: string;
  expires_at: string;
}

/** Stores a session or a link, and deletes expired ones. Returns its token, of which only the hash is stored. */
async function store(
  db: Db,
  who: Pick<SessionRow, 'key_id' | 'operator' | 'role'>,
  { now, expires_at, began_at }: Times & Pick<SessionRow, 'began_at'>,
): Promise<string> {
  const token = newToken();
  // A command would take an id that begins with a hyphen for an option.
  const row = { id: randomBytes(9).toString('hex'), hash: hashOf(token), created_at: now };
  await writeBeside(() => db('sessions').where('expires_at', '<=', now).delete());
  await writeBeside(() => db('sessions').insert({ ...row, ...who, began_at, expires_at }));
  return token;
}

/** Begins a session of the API key with an id. Returns the token for its cookie. */
export const beginKeySession = (db: Db, key_id: string, times: Times): Promise<string> =>
  store(db, { key_id, operator: null, role: null }, { ...times, began_at: times.now });

/** Makes a link with which an operator signs in once. Returns the token for its address. */
export const createLink = (trx: Trx, { name, role }: Operator, times: Times): Promise<string> =>
  store(trx, { key_id: null, operator: name, role }, { ...times, began_at: null });

/**
 * Begins the session of a link, which works once. Returns the token for its cookie; undefined if the link is unknown,
 * expired or used.
 */
export async function beginLinkSession(
  db: Db,
  link: string,
  { now, expires_at }: Times,
): Promise<string | undefined> {
  const token = newToken();
  const next = { hash: hashOf(token), began_at: now, expires_at };
  const begun = await writeBeside(() =>
    db('sessions')
      .where({ hash: hashOf(link) })
      .whereNull('began_at')
      .where('expires_at', '>', now)
      .update(next),
  );
  return begun > 0 ? token : undefined;
}

const byHash = preparedQuery<{ hash: string; now: string }, SessionRow>((db, param) =>
  db('sessions')
    .where('hash', param('hash'))
    .where('expires_at', '>', param('now'))
    .whereNotNull('began_at')
    .select('id', 'key_id', 'operator', 'role', 'expires_at'),
);

/** Returns the session of a cookie's token; undefined if there is none, or it has ended. */
export async function findSession(
  db: Db,
  token: string,
  now: string,
): Promise<Pick<SessionRow, 'id' | 'key_id' | 'operator' | 'role' | 'expires_at'> | undefined> {
  return (await ask(db, byHash, { hash: hashOf(token), now }))[0];
}

/** Lists the sessions and the unused links, newest first. @param organization only those of its keys */
export async function listSessions(db: Db, now: string, organization?: string): Promise<SessionListing[]> {
  const query = db('sessions')
    .leftJoin('api_keys', 'api_keys.id', 'sessions.key_id')
    .leftJoin('organizations', 'organizations.id', 'api_keys.organization_id')
    .where('sessions.expires_at', '>', now)
    .orderBy([{ column: 'sessions.created_at', order: 'desc' }, 'sessions.id'])
    .select<SessionListing[]>(
      ...(['id', 'key_id', 'operator', 'role', 'created_at', 'began_at', 'expires_at'] as const).map(
        (column) => `sessions.${column}`,
      ),
      'organizations.name as organization',
    );
  if (organization !== undefined) void query.where('organizations.name', organization);
  return query;
}

/** Ends a session with every copy of its cookie, or revokes a link. Returns false if there is none with that id. */
export const endSession = async (db: Db | Trx, id: string): Promise<boolean> =>
  (await writeBeside(() => db('sessions').where({ id }).delete())) > 0;
