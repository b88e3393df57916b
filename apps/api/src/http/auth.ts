import { fail, toTimestamp } from '@dossier/shared';
import { apiPlans, findCaller, type Caller, type Db } from '@dossier/store';
import { IssuerUnreachable, type VerifyJwt } from './jwt.ts';

const HEADER = /^(\S+) +(\S+)$/;
const RETRY_AFTER_SECONDS = '30';

/** The means to verify credentials: our own keys and, if configured, an identity provider. */
export interface Verifiers {
  db: Db;
  verifyJwt: VerifyJwt | undefined;
}

/**
 * Returns the caller of an Authorization header: `Token <API_KEY>` or `Bearer <JWT>`. Missing, malformed, unknown,
 * revoked and expired credentials get the same message.
 * @throws 401; 403 if the plan does not include the API; 503 if the identity provider is unreachable
 */
export async function authenticate(
  verifiers: Verifiers,
  header: string | undefined,
  now: Date,
): Promise<Caller> {
  const { scheme, credential } = credentialOf(header);
  const caller = await callerOf(verifiers, scheme, credential, now);
  if (!caller) {
    const error = fail('unauthenticated');
    error.headers['WWW-Authenticate'] = 'Token realm="dossier", Bearer realm="dossier"';
    throw error;
  }
  if (!apiPlans.some((plan) => plan === caller.plan)) throw fail('plan_not_allowed');
  return caller;
}

/** Returns the scheme, in lowercase, and the credential of an Authorization header; empty texts if it has none. */
export function credentialOf(header = ''): { scheme: string; credential: string } {
  const [, scheme = '', credential = ''] = HEADER.exec(header) ?? [];
  return { scheme: scheme.toLowerCase(), credential };
}

async function callerOf({ db, verifyJwt }: Verifiers, scheme: string, credential: string, now: Date) {
  if (scheme === 'token') return findCaller(db, credential, toTimestamp(now));
  if (scheme !== 'bearer' || !verifyJwt) return undefined;
  try {
    return await verifyJwt(credential, now);
  } catch (error) {
    if (!(error instanceof IssuerUnreachable)) throw error;
    const unavailable = fail('issuer_unreachable');
    unavailable.cause = error;
    unavailable.headers['Retry-After'] = RETRY_AFTER_SECONDS;
    throw unavailable;
  }
}
