import type { Db } from '../sql/open.ts';
import { ask, preparedQuery } from '../sql/prepared-query.ts';
import { writeBeside } from '../sql/write.ts';

/** A session of a page that people sign in to. Times are fixed-width UTC text. */
export interface Session {
  id: string;
  expires_at: string;
}

const ended = preparedQuery<{ id: string }, { id: string }>((db, param) =>
  db('ended_sessions').where('id', param('id')).select('id'),
);

/** Returns whether somebody has signed out of a session. */
export const isSessionEnded = async (db: Db, id: string): Promise<boolean> =>
  (await ask(db, ended, { id })).length > 0;

/** Revokes a session, with every copy of its cookie, and deletes expired ones from the table. */
export async function endSession(db: Db, session: Session, now: string): Promise<void> {
  await writeBeside(() => db('ended_sessions').insert(session).onConflict('id').ignore());
  await writeBeside(() => db('ended_sessions').where('expires_at', '<=', now).delete());
}
