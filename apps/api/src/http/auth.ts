import { fail } from '@dossier/shared';
import { apiPlans, findCaller, type Caller, type Db } from '@dossier/store';

const HEADER = /^(\S+) +(\S+)$/;

/**
 * The caller behind an Authorization header. Missing, malformed, unknown, revoked and expired all look the same.
 * @throws 401, or 403 when the plan does not include the API
 */
export async function authenticate(db: Db, header: string | undefined, now: string): Promise<Caller> {
  const [, scheme, credential] = HEADER.exec(header ?? '') ?? [];
  const caller =
    scheme?.toLowerCase() === 'token' && credential !== undefined
      ? await findCaller(db, credential, now)
      : undefined;
  if (!caller) {
    const error = fail('unauthenticated');
    error.headers['WWW-Authenticate'] = 'Token realm="dossier", Bearer realm="dossier"';
    throw error;
  }
  if (!apiPlans.some((plan) => plan === caller.plan)) throw fail('plan_not_allowed');
  return caller;
}
