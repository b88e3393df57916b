import { createHmac } from 'node:crypto';
import { fail, parseAddress, toTimestamp } from '@dossier/shared';
import {
  apiPlans,
  beginKeySession,
  beginLinkSession,
  findCallerOfId,
  findSession,
  type Caller,
  type Db,
} from '@dossier/store';
import type { IncomingMessage } from 'node:http';

// Sessions of pages that people sign in to, with an API key or a one-time link. The cookie has a random token, and the
// database its hash.

export const SESSION_COOKIE = 'dossier_session';
const SESSION_SECONDS = 8 * 3600;

/** What a session begins with: an API key, by its id, or the token of a link. */
type SignedIn = { keyId: string } | { link: string };

/**
 * Returns the header Set-Cookie that begins a session, or undefined if its link is unknown, expired or used.
 * @param place `path` limits the cookie
 */
export async function beginSession(
  { db, publicUrl }: { db: Db; publicUrl: string },
  who: SignedIn,
  { path, now }: { path: string; now: Date },
): Promise<string | undefined> {
  const times = { now: toTimestamp(now), expires_at: toTimestamp(now.getTime() + SESSION_SECONDS * 1000) };
  const value =
    'link' in who ? await beginLinkSession(db, who.link, times) : await beginKeySession(db, who.keyId, times);
  return value === undefined ? undefined : cookie(publicUrl, { value, path, seconds: SESSION_SECONDS });
}

/** Returns the header Set-Cookie that removes the cookie of a session from a browser. */
export const removeCookie = ({ publicUrl }: { publicUrl: string }, path: string): string =>
  cookie(publicUrl, { value: '', path, seconds: 0 });

function cookie(
  publicUrl: string,
  { value, path, seconds }: { value: string; path: string; seconds: number },
): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${SESSION_COOKIE}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/**
 * Returns the caller of a session, or undefined if there is none: the cookie is missing or changed, the session has
 * expired or was ended, its API key is revoked or expired, its organization is suspended, or the plan does not
 * include the API.
 */
export async function callerOfSession(
  { db }: { db: Db },
  header: string | undefined,
  now: Date,
): Promise<Caller | undefined> {
  // Another program of the same host may have set a cookie of the same name.
  for (const value of valuesOf(header)) {
    const caller = await callerOfCookie(db, value, toTimestamp(now));
    if (caller) return caller;
  }
  return undefined;
}

async function callerOfCookie(db: Db, value: string, now: string): Promise<Caller | undefined> {
  const found = await findSession(db, value, now);
  if (!found) return undefined;
  const form = createHmac('sha256', value).update('form').digest('base64url');
  const session = { id: found.id, expires_at: found.expires_at, form };
  const { operator, role } = found;
  // The console and the builder accept operators, who have no plan.
  if (operator !== null && role !== null)
    return { organization: '', plan: apiPlans[0], session, operator: { name: operator, role } };
  const caller = found.key_id === null ? undefined : await findCallerOfId(db, found.key_id, now);
  if (!caller || caller.isSuspended || !apiPlans.some((plan) => plan === caller.plan)) return undefined;
  return { ...caller, session };
}

const MAX_COOKIE = 100;

const valuesOf = (header = ''): string[] =>
  header
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one.startsWith(`${SESSION_COOKIE}=`))
    .map((one) => one.slice(SESSION_COOKIE.length + 1))
    .filter((value) => value !== '' && value.length <= MAX_COOKIE);

/**
 * Rejects a form that a page of another site sent. Browsers state the site in Sec-Fetch-Site where the connection is secure,
 * and in Origin; other programs send neither. `Host` proves nothing: any name may lead to this service.
 * @throws 403
 */
export function rejectForeign({ headers }: IncomingMessage, publicUrl: string): void {
  const { 'sec-fetch-site': site = 'same-origin', origin } = headers;
  if (site !== 'same-origin' || !(origin === undefined || isOwn(origin, new URL(publicUrl))))
    throw fail('foreign_form');
}

/** Returns whether an origin is that of the public address. This machine has several names. */
function isOwn(origin: string, own: URL): boolean {
  const { host, hostname, port } = parseAddress(origin) ?? {};
  return host === own.host || (port === own.port && [hostname, own.hostname].every(isLoopback));
}

const isLoopback = (name: string | undefined): boolean =>
  name === 'localhost' || name === '127.0.0.1' || name === '[::1]';
