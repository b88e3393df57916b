import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { fail, parseAddress, toTimestamp } from '@dossier/shared';
import { apiPlans, findCallerOfId, isSessionEnded, type Caller, type SigningKey } from '@dossier/store';
import type { IncomingMessage } from 'node:http';
import type { HttpServices } from '../services.ts';

// Sessions of pages that people sign in to with an API key. A session is a signed token in a cookie:
// <id of the API key>.<id of the session>.<end in Unix seconds>.<id of the signing key>.<signature>

export const SESSION_COOKIE = 'dossier_session';
const SESSION_SECONDS = 8 * 3600;

type Sessions = Pick<HttpServices, 'db' | 'signingKeys'>;

/** Begins with words that no address of an embed begins with, so neither signature is valid for the other. */
const sign = (claims: string, { secret }: SigningKey): string =>
  createHmac('sha256', secret).update(`session of a key: ${claims}`).digest('base64url');

/** Returns the header Set-Cookie that begins a session of the API key with this id. `path` limits the cookie. */
export async function beginSession(
  { signingKeys, publicUrl }: Pick<HttpServices, 'signingKeys' | 'publicUrl'>,
  { keyId, path, now }: { keyId: string; path: string; now: Date },
): Promise<string> {
  const [key] = await signingKeys();
  if (!key) throw new Error('No key exists to sign sessions with.');
  const id = randomBytes(12).toString('base64url');
  const claims = `${keyId}.${id}.${Math.floor(now.getTime() / 1000) + SESSION_SECONDS}.${key.id}`;
  return cookie(publicUrl, { value: `${claims}.${sign(claims, key)}`, path, seconds: SESSION_SECONDS });
}

/** Returns the header Set-Cookie that removes the cookie of a session from a browser. */
export const removeCookie = ({ publicUrl }: Pick<HttpServices, 'publicUrl'>, path: string): string =>
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
 * expired, somebody has signed out of it, its API key is revoked or expired, or the plan does not include the API.
 */
export async function callerOfSession(
  { db, signingKeys }: Sessions,
  header: string | undefined,
  now: Date,
): Promise<Caller | undefined> {
  const keys = await signingKeys();
  // Another program of the same host may have set a cookie of the same name.
  for (const value of valuesOf(header)) {
    const caller = await callerOfCookie({ db, keys }, value, now);
    if (caller) return caller;
  }
  return undefined;
}

async function callerOfCookie(
  { db, keys }: { db: Sessions['db']; keys: SigningKey[] },
  value: string,
  now: Date,
): Promise<Caller | undefined> {
  const [keyId, id, end, signedBy, signature = ''] = value.split('.');
  const key = keys.find(({ id }) => id === signedBy);
  const endMs = Number(end) * 1000;
  if (keyId === undefined || id === undefined || !key || endMs <= now.getTime()) return undefined;
  const expected = Buffer.from(sign(`${keyId}.${id}.${end}.${signedBy}`, key));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [caller, isEnded] = await Promise.all([
    findCallerOfId(db, keyId, toTimestamp(now)),
    isSessionEnded(db, id),
  ]);
  if (!caller || caller.isSuspended || isEnded || !apiPlans.some((plan) => plan === caller.plan))
    return undefined;
  return { ...caller, session: { id, expires_at: toTimestamp(new Date(endMs)) } };
}

const valuesOf = (header = ''): string[] =>
  header
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one.startsWith(`${SESSION_COOKIE}=`))
    .map((one) => one.slice(SESSION_COOKIE.length + 1));

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
