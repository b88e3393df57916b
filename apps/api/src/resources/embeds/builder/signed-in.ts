import { audited, writeBeside, type Audited, type Caller, type Trx } from '@dossier/store';
import { requireEditor } from '../../../http/auth/roles.ts';
import type { Answer } from '../../../http/endpoint.ts';
import type { Context } from '../../../services.ts';
import { actorOf } from '../../../views/settings.ts';
import { placesOf, seeOther } from './places.ts';

export type SignedIn = Context & { caller: Caller };

/** Returns a handler for somebody who is signed in, and, if it changes something, may do so. Others are redirected. */
export const signedIn =
  <Input>(handle: (context: SignedIn, input: Input) => Promise<Answer<string | null>>, changes = false) =>
  async (context: Context, input: Input) => {
    const { caller } = context;
    if (!caller) return seeOther(placesOf(context).builder);
    if (changes) requireEditor(caller);
    return handle(context as SignedIn, input);
  };

/** Changes what belongs to the caller, and records who did. Returns undefined if the work has changed nothing. */
export const changeAs = <T>(
  { db, caller }: SignedIn,
  { action, ...entry }: Omit<Audited<T>, 'actor'>,
  work: (trx: Trx) => Promise<T | undefined | false>,
): Promise<T | undefined> =>
  writeBeside(() => audited(db, { actor: actorOf(caller), action: `embeds ${action}`, ...entry }, work));
