import type { Db } from './open.ts';
import { ask, question } from './question.ts';
import { writeBeside } from './write.ts';

/** A session of a page that people sign in to. Times are fixed-width UTC text. */
export interface Session {
  id: string;
  expires_at: string;
}

const ended = question<{ id: string }, { id: string }>((db, param) =>
  db('ended_sessions').where('id', param('id')).select('id'),
);

/** Returns whether somebody has signed out of a session. */
export const isSessionEnded = async (db: Db, id: string): Promise<boolean> =>
  (await ask(db, ended, { id })).length > 0;

/** Ends a session, in every copy of its cookie, and forgets those that have expired since. */
export async function endSession(db: Db, session: Session, now: string): Promise<void> {
  await writeBeside(() => db('ended_sessions').insert(session).onConflict('id').ignore());
  await writeBeside(() => db('ended_sessions').where('expires_at', '<=', now).delete());
}
