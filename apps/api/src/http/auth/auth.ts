import { fail, chain, type MaybePromise } from '@dossier/shared';
import { apiPlans, findOrganizationByName, type Caller, type Committed, type Db } from '@dossier/store';
import { IssuerKeysUnavailable, type VerifyJwt } from './jwt.ts';
import type { KeptCallers } from './kept-callers.ts';

const HEADER = /^(\S+) +(\S+)$/;
const RETRY_AFTER_SECONDS = '30';

/** The means to verify credentials: our own keys and, if configured, an identity provider. */
interface Verifiers {
  db: Db;
  callers: KeptCallers;
  committed: () => MaybePromise<Committed>;
  verifyJwt: VerifyJwt | undefined;
}

/**
 * Returns the caller of an Authorization header: `Token <API_KEY>` or `Bearer <JWT>`. Missing, malformed, unknown,
 * revoked and expired credentials get the same message.
 * @param committed what is committed when the request begins, if the request has asked already
 * @throws 401; 403 if the organization is suspended or its plan does not include the API; 503 if the identity provider
 *   is unreachable
 */
export function authenticate(
  verifiers: Verifiers,
  header: string | undefined,
  now: Date,
  committed = verifiers.committed,
): MaybePromise<Caller> {
  const { db, callers, verifyJwt } = verifiers;
  const { scheme, credential } = credentialOf(header);
  if (scheme === 'token')
    return chain(
      chain(committed(), (at) => callers.find(credential, now, at)),
      allowed,
    );
  if (scheme !== 'bearer' || !verifyJwt) return allowed(undefined);
  return callerOfToken(db, verifyJwt, credential, now).then(allowed);
}

/**
 * @param caller the caller, or why there is none, for the log
 * @throws 401 without a caller; 403 if the organization is suspended or its plan does not include the API
 */
function allowed(caller: Caller | string | undefined): Caller {
  if (typeof caller !== 'object') {
    const error = fail('unauthenticated');
    error.cause = caller;
    error.headers['WWW-Authenticate'] = 'Token realm="dossier", Bearer realm="dossier"';
    throw error;
  }
  if (caller.isSuspended) throw fail('organization_suspended');
  if (!apiPlans.some((plan) => plan === caller.plan)) throw fail('plan_not_allowed');
  return caller;
}

/** Returns the scheme, in lowercase, and the credential of an Authorization header; empty texts if it has none. */
export function credentialOf(header = ''): { scheme: string; credential: string } {
  const [, scheme = '', credential = ''] = HEADER.exec(header) ?? [];
  return { scheme: scheme.toLowerCase(), credential };
}

async function callerOfToken(
  db: Db,
  verifyJwt: VerifyJwt,
  credential: string,
  now: Date,
): Promise<Caller | string | undefined> {
  try {
    const named = await verifyJwt(credential, now);
    return typeof named === 'string' ? named : await knownOrganization(db, named);
  } catch (error) {
    if (!(error instanceof IssuerKeysUnavailable)) throw error;
    const unavailable = fail('issuer_unreachable');
    unavailable.cause = error;
    unavailable.headers['Retry-After'] = RETRY_AFTER_SECONDS;
    throw unavailable;
  }
}

/** Returns the caller of a token as the organization is known here: with its present name, or undefined if it is deleted. */
async function knownOrganization(db: Db, caller: Caller): Promise<Caller | undefined> {
  const known = await findOrganizationByName(db, caller.organization);
  if (!known) return caller;
  if (known.deleted_at !== null) return undefined;
  return {
    ...caller,
    organization: known.organization,
    ...(known.suspended_at !== null && { isSuspended: true }),
  };
}
