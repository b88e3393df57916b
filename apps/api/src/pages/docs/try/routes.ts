import type { Markup, Rendered } from '@dossier/pages';
import { ApiError, fail, invalid } from '@dossier/shared';
import { endSession, storedKeyId } from '@dossier/store';
import { authenticate } from '../../../http/auth/auth.ts';
import { Answer } from '../../../http/endpoint.ts';
import { beginSession, removeCookie } from '../../../http/request/session.ts';
import { route, type Context, type Route } from '../../../services.ts';
import { basePath } from '../../../views/frame.ts';
import { filledIn } from '../../site/form-fields.ts';
import type { Listed } from '../reference.ts';
import type { Family } from '../reference.ts';
import { beginTrySession, endTrySession, TRY, tryOperation } from './contract.ts';
import { BODY, isTryable, namesOf } from './form.ts';
import { viewTry, viewTrySignIn, type Tried } from './view.ts';

/** What the documentation gives to these pages. */
interface Docs {
  siteOf: (context: Context) => { families: Family[]; to: (page: string) => string };
  /** Returns a page of the documentation that no cache keeps. */
  pageOf: (context: Context, title: string, body: Markup) => Rendered;
}

/**
 * Returns the routes of the forms that try operations: pages of their own behind a session, because caches keep those of
 * the documentation. They run the operation for the caller of the session, without a request over HTTP.
 */
export function tryRoutes({ siteOf, pageOf }: Docs): Route[] {
  /** Returns the operation with an id. @throws 404 */
  const find = (context: Context, id: string): Listed => {
    const all = siteOf(context).families.flatMap(({ operations }) => operations);
    const listed = all.find(({ endpoint }) => endpoint.operationId === id);
    if (!listed || !isTryable(listed)) throw fail('not_found');
    return listed;
  };
  const placesOf = (context: Context, listed: Listed) => {
    const { to } = siteOf(context);
    return {
      documentation: to(listed.page),
      form: to(`try/${listed.endpoint.operationId}`),
      session: to('try/session'),
      signOut: to('try/sign-out'),
    };
  };
  const answer = (context: Context, { operation }: Listed, body: Markup, status = 200, headers = {}) => {
    const { page, policy } = pageOf(context, `Try it: ${operation.summary}`, body);
    return new Answer(page, { status, headers: { ...headers, 'Content-Security-Policy': policy } });
  };
  const seeOther = (Location: string, headers = {}) =>
    new Answer(null, { status: 303, headers: { ...headers, Location } });

  return [
    route(tryOperation, async (context, { operation, ...fields }) => {
      const listed = find(context, operation);
      const places = placesOf(context, listed);
      const filled = filledIn(fields);
      if (!context.caller) {
        const query = new URLSearchParams(filled).toString();
        return answer(context, listed, viewTrySignIn(listed, places, { query }));
      }
      const isSent = filled['send'] !== undefined;
      const tried = isSent ? await send(context, listed, filled) : undefined;
      return answer(context, listed, viewTry(listed, places, { sent: isSent ? filled : undefined, tried }));
    }),
    route(beginTrySession, async (context, { key, operation, query }) => {
      const listed = find(context, operation);
      const places = placesOf(context, listed);
      const now = context.clock();
      try {
        await authenticate(context, `Token ${key.trim()}`, now);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        const body = viewTrySignIn(listed, places, { query, problem: error.message });
        return answer(context, listed, body, error.status, error.headers);
      }
      const path = `${basePath(context.publicUrl)}${TRY}`;
      const cookie = await beginSession(context, { keyId: storedKeyId(key.trim()) }, { path, now });
      return seeOther(`${places.form}?${new URLSearchParams(query).toString()}`, { 'Set-Cookie': cookie! });
    }),
    route(endTrySession, async (context) => {
      const session = context.caller?.session;
      if (session) await endSession(context.db, session.id);
      const path = `${basePath(context.publicUrl)}${TRY}`;
      return seeOther(siteOf(context).to(''), { 'Set-Cookie': removeCookie(context, path) });
    }),
  ];
}

/** Runs an operation with the fields of its form. */
async function send(context: Context, listed: Listed, filled: Record<string, string>): Promise<Tried> {
  try {
    const names = namesOf(listed);
    const given = Object.fromEntries(Object.entries(filled).filter(([name]) => names.includes(name)));
    const body = await context.call(listed.endpoint, listed.operation.requestBody ? parsed(given) : given);
    return { status: 200, body };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message, code, details } = error;
    return { status: error.status, body: { error: message, code, ...(details && { details }) } };
  }
}

/** Returns the body of a request. @throws 400 unless it is the JSON of an object */
function parsed({ [BODY]: text = '{}' }: Record<string, string>): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Its message would repeat the text.
  }
  throw invalid(BODY, 'must be a JSON object');
}
