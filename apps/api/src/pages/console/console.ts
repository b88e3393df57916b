import { html, page, type Frame, type Markup } from '@dossier/pages';
import { ApiError, fail, textLike } from '@dossier/shared';
import type { Caller, Role, Session } from '@dossier/store';
import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { requireOperatorRole } from '../../http/auth/roles.ts';
import { Answer, endpoint } from '../../http/endpoint.ts';
import type { Context, Route } from '../../services.ts';
import { basePath } from '../../views/frame.ts';
import { styles } from './styles.ts';

export const CONSOLE = '/console';

/** Who may open a page: anyone, everybody who is signed in, an organization with its key, or operators of a role. */
type Needs = 'anyone' | 'member' | 'organization' | Role;

/** The context of a page whose visitor is signed in. */
export type Signed = Context & { caller: Caller; session: Session };

interface Declared<I extends z.ZodRawShape, P extends z.ZodRawShape> {
  /** The name of the operation, for the log. */
  name: string;
  needs: Needs;
  /** Fields that are texts. A handler checks what they mean, so that its page can say what is wrong. */
  input?: I;
  params?: P;
  /** Accepts fields of other names too, such as one for each cell of a table. */
  others?: boolean;
  /** The form has a file. */
  hasFile?: boolean;
  produces?: 'text/html' | 'text/csv';
}

type Empty = Record<never, never>;

/** The longest text of a field of a form. */
export const MAX_TEXT = 4000;
/** A field of a form. */
export const text = z.string().trim().max(MAX_TEXT).default('');
/** A field of several lines, which browsers end with CRLF. */
export const lines = z
  .string()
  .overwrite((sent) => sent.replaceAll('\r\n', '\n'))
  .trim()
  .max(MAX_TEXT)
  .default('');
/** Returns whether a field of several lines sends a text back as it is. */
export const comesBack = (given: string): boolean => lines.safeParse(given).data === given;

/** The visitor is not signed in. */
class SignedOut extends Error {}

type Method = 'GET' | 'POST';
/** A path below `/console`. */
type ConsolePath = '' | `/${string}`;
type Handle<I extends z.ZodRawShape, P extends z.ZodRawShape> = (
  context: Signed,
  input: z.output<z.ZodObject<I>> & z.output<z.ZodObject<P>>,
) => Promise<Answer> | Answer;

/**
 * Returns the route of a page or of an action. Before its handler runs, the visitor is signed in with what the page needs,
 * and an action has the token of the session. Errors that the visitor can repair are shown inside of the console.
 */
function consoleRoute<I extends z.ZodRawShape, P extends z.ZodRawShape>(
  method: Method,
  path: ConsolePath,
  { name, needs, input, params, others, hasFile, produces = 'text/html' }: Declared<I, P>,
  handle: Handle<I, P>,
): Route {
  const fields = z.object({ ...input, ...(method === 'POST' && { token: text }) });
  const contract = endpoint({
    ...{ method, path: CONSOLE + path, produces, tag: 'Console' },
    ...{ operationId: name, summary: name, description: name },
    ...{ access: 'console', errorStyle: 'page', isFree: true },
    input: others ? fields.catchall(text) : fields,
    ...(hasFile && { upload: (caller: Caller | undefined) => requireSender(caller, needs) }),
    params: z.object(params ?? {}),
    output: { 200: textLike(''), 303: z.null() },
  });
  const guarded = async (context: Context, { token, ...given }: { token?: string }): Promise<Answer> => {
    const { caller } = context;
    try {
      requireNeeds(caller, needs);
      if (method === 'POST' && needs !== 'anyone') requireForm(caller!.session!, token);
      const signed = Object.create(context, { session: { value: caller?.session } }) as Signed;
      return await handle(signed, given as never);
    } catch (error) {
      if (error instanceof SignedOut) return seeOther(context, method === 'GET' ? signInFor(context) : '');
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      const [title] = TITLES[error.status] ?? ['This did not work'];
      return consolePage(
        context,
        {
          title,
          body: html`<h1>${title}</h1>
            <p class="error" role="alert">${error.message}</p>`,
        },
        error.status,
      );
    }
  };
  return { endpoint: contract, handle: guarded };
}

const routesOf =
  (method: Method) =>
  <I extends z.ZodRawShape = Empty, P extends z.ZodRawShape = Empty>(
    path: ConsolePath,
    declared: Declared<I, P>,
    handle: Handle<I, P>,
  ): Route =>
    consoleRoute(method, path, declared, handle);

/** Returns the route of a page of the console. */
export const get = routesOf('GET');
/** Returns the route of an action of the console. */
export const post = routesOf('POST');

const TITLES: Record<number, [string]> = { 403: ['Not allowed'], 404: ['Not found'] };

/** A page with a query, such as a filter that somebody wants to follow. */
const WITH_QUERY = /^\/[a-z]+\?[!-~]+$/;

/** Returns the path to go on to after signing in: a page of the console with a query, or its first page. */
export const pathAfter = (next: string): string =>
  next.length <= MAX_TEXT && WITH_QUERY.test(next) ? next : '';

/** Returns the path of the page that signs somebody in, and goes on to the page that was asked for if it has a query. */
function signInFor({ linkTo, publicUrl }: Context): string {
  const next = pathAfter(linkTo({}).slice(`${publicUrl}${CONSOLE}`.length));
  return next === '' ? '' : `?${new URLSearchParams({ next })}`;
}

/** Checks who may see a page. @throws SignedOut; 404 for pages of others; 403 if the role of an operator is too low */
function requireNeeds(caller: Caller | undefined, needs: Needs): void {
  if (needs === 'anyone') return;
  if (!caller?.session) throw new SignedOut();
  if (needs === 'member') return;
  const { operator } = caller;
  if (needs === 'organization' ? operator : !operator) throw fail('not_found');
  if (operator) requireOperatorRole(caller, needs as Role);
}

/** Checks the sender of a file before it is read. @throws 403 if its page would throw */
function requireSender(caller: Caller | undefined, needs: Needs): void {
  try {
    requireNeeds(caller, needs);
  } catch (error) {
    throw error instanceof SignedOut ? fail('foreign_form') : error;
  }
}

/** Rejects a form without the token of the session. @throws 403 */
function requireForm({ form }: Session, token = ''): void {
  const [given, expected] = [Buffer.from(token), Buffer.from(form)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw fail('foreign_form');
}

/** Returns the path of a page of the console, which begins with the path of PUBLIC_URL. */
export const to = ({ publicUrl }: Pick<Context, 'publicUrl'>, path: string): string =>
  `${basePath(publicUrl)}${CONSOLE}${path}`;

/** Returns a redirect after an action, to a page of the console. */
export const seeOther = (context: Context, path: string, headers = {}): Answer<null> =>
  new Answer(null, { status: 303, headers: { ...headers, Location: to(context, path) } });

const LISTS = ['/lists', 'Lists'] as const;
/** The pages of operators, and of organizations, with their titles. */
const OPERATORS = [
  ['/loads', 'Loads'],
  ['/review', 'Review'],
  ['/records', 'Records'],
  ['/organizations', 'Organizations'],
  ['/health', 'Health'],
  LISTS,
] as const;
const ORGANIZATION = [['/organization', 'Organization'], LISTS] as const;

function frameOf(context: Context): Frame {
  const { brand, caller } = context;
  const pages = caller ? [...(caller.operator ? OPERATORS : ORGANIZATION), ['', 'Sessions'] as const] : [];
  return {
    name: `${brand?.name ?? 'Dossier'} console`,
    home: to(context, ''),
    links: pages.map(([path, text]) => ({ href: to(context, path), text })),
  };
}

/** Returns a page of the console. @param parts `at` is the entry of the navigation that the page belongs to */
export function consolePage(
  context: Context,
  { title, at, body }: { title: string; at?: string; body: Markup },
  status = 200,
  headers: Record<string, string> = {},
): Answer<string> {
  const { page: text, policy } = page({
    frame: frameOf(context),
    title: `${title} · Console`,
    ...(at !== undefined && { current: to(context, at) }),
    styles,
    body,
  });
  return new Answer(text, { status, headers: { ...headers, 'Content-Security-Policy': policy } });
}
