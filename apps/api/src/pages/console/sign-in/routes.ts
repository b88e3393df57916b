import { ApiError } from '@dossier/shared';
import { audited, endSession, storedKeyId } from '@dossier/store';
import { authenticate } from '../../../http/auth/auth.ts';
import type { Answer } from '../../../http/endpoint.ts';
import { beginSession, removeCookie } from '../../../http/request/session.ts';
import type { Context, Route } from '../../../services.ts';
import { basePath } from '../../../views/frame.ts';
import { actorOf } from '../../../views/settings.ts';
import { consolePage, get, post, pathAfter, seeOther, text } from '../console.ts';
import { viewSessions } from '../sessions/view.ts';
import { readSessions } from '../sessions/read.ts';
import { viewSignIn } from './view.ts';

/** What is wrong with a key, by the status of its error. */
const problems: Record<number, string> = {
  401: 'The key is missing, unknown, expired or revoked. Copy it again, or ask your operator for a new one.',
  403: "The key's organization is suspended, or its plan does not include the API. Ask your operator.",
};
const USED = 'This link is unknown, expired or used. Make another one with npm run admin -- console-link.';

const signInPage = (
  context: Context,
  given: { link?: string; next?: string; problem?: string },
  status = 200,
  headers = {},
) =>
  consolePage(
    context,
    {
      title: given.problem === undefined ? 'Sign in' : 'Error: Sign in',
      body: viewSignIn(context, given),
    },
    status,
    headers,
  );

/** Returns the path of the cookie: `/embeds/new` accepts the session, too. */
const everywhere = ({ publicUrl }: Context) => `${basePath(publicUrl)}/`;

/** Returns the answer that begins a session, instead of the one that the visitor had. */
async function begun(context: Context, cookie: string, next = ''): Promise<Answer> {
  const former = context.caller?.session;
  if (former) await endSession(context.db, former.id);
  return seeOther(context, pathAfter(next), { 'Set-Cookie': cookie });
}

export const routes: Route[] = [
  get(
    '',
    { name: 'getConsole', needs: 'anyone', input: { link: text, next: text } },
    async (context, { link, next }) => {
      if (!context.caller || link !== '') return signInPage(context, { link, next });
      const body = viewSessions(context, await readSessions(context));
      return consolePage(context, { title: 'Sessions', at: '', body });
    },
  ),
  post(
    '/session',
    { name: 'beginConsoleSession', needs: 'anyone', input: { key: text, link: text, next: text } },
    async (context, { key, link, next }) => {
      const now = context.clock();
      const place = { path: everywhere(context), now };
      if (link !== '') {
        const cookie = await beginSession(context, { link }, place);
        return cookie === undefined ? signInPage(context, { problem: USED }, 401) : begun(context, cookie);
      }
      try {
        await authenticate(context, `Token ${key}`, now);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        return signInPage(context, { next, problem: problems[error.status]! }, error.status, error.headers);
      }
      return begun(context, (await beginSession(context, { keyId: storedKeyId(key) }, place))!, next);
    },
  ),
  post('/sign-out', { name: 'endConsoleSession', needs: 'member' }, async (context) => {
    const { id } = context.session;
    const entry = { actor: actorOf(context.caller), action: 'sessions end', subject: id };
    await audited(context.db, entry, (trx) => endSession(trx, id));
    return seeOther(context, '', { 'Set-Cookie': removeCookie(context, everywhere(context)) });
  }),
];
