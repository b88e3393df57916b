import { listSessions, type SessionListing } from '@dossier/store';
import { may } from '../../../http/auth/roles.ts';
import { type Signed } from '../console.ts';

/** Returns the sessions that the visitor may end: all for admins, those of its keys for an organization, else its own. */
export async function readSessions({ db, caller, session, now }: Signed): Promise<SessionListing[]> {
  const all = await listSessions(db, now, caller.operator ? undefined : caller.organization);
  if (may(caller, 'admin')) return all;
  return all.filter(({ id }) => !caller.operator || id === session.id);
}
