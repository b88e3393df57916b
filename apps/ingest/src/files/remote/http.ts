import { lookup as resolveHost, type LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import { isPrivateAddress } from '@dossier/shared/public-address';
import type { Agent } from 'undici';
import { LoadError } from '../../rows/types.ts';
import { decoded, shownPath, type Answer, type Asked } from './address.ts';
import { requestFile } from './request.ts';
import { retryAfter, TemporaryProblem } from './retry.ts';

const CONNECT_TIMEOUT = 10_000;
const IDLE_TIMEOUT = 60_000;
const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Requests a file over HTTP. Follows redirects, but never from https to http. Does not follow them to a private network
 * either, unless the first host is in one and redirects to itself. Only the first host receives user and password.
 * @param isPrivate returns whether an IP address is in a private network
 * @throws TemporaryProblem when another attempt may succeed; LoadError when none will
 */
export async function askHttp(
  { url: first, known, signal }: Asked,
  isPrivate: (address: string) => boolean = isPrivateAddress,
): Promise<Answer> {
  const { Agent, buildConnector } = await import('undici');
  const timeouts = { headersTimeout: IDLE_TIMEOUT, bodyTimeout: IDLE_TIMEOUT };
  // The name of the first host may resolve to another address later, so the address that was connected to counts.
  let isPublic = false;
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT });
  const open = new Agent({
    connect: (options, done) =>
      connect(options, (...[error, socket]) => {
        if (error) return done(error, null);
        isPublic = !isPrivate(socket.remoteAddress ?? '');
        done(null, socket);
      }),
    ...timeouts,
  });
  const lookup = publicLookup(isPrivate);
  const closed = new Agent({ connect: { timeout: CONNECT_TIMEOUT, lookup }, ...timeouts });
  const close = () => Promise.all([open, closed].map((agent: Agent) => agent.destroy()));
  const authorization: Record<string, string> =
    first.username === '' ? {} : { authorization: basicAuthorization(first) };
  const shown = shownPath(first.href);
  try {
    let url = first;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const isFirstHost = url.origin === first.origin;
      const target = new URL(url);
      target.username = target.password = '';
      const isOpen = isFirstHost && !isPublic;
      if (!isOpen && isIP(bareHost(target)) !== 0 && isPrivate(bareHost(target))) throw new PrivateRedirect();
      const { status, header, validators, body } = await requestFile(target, {
        agent: 'Dossier',
        known,
        ...(isFirstHost && { headers: authorization }),
        signal,
        dispatcher: isOpen ? open : closed,
      });
      if (status === 200) {
        const length = header('content-length');
        return {
          validators,
          length: length === undefined ? undefined : Number(length),
          body: closing(body, close),
        };
      }
      await body.dump();
      if (status === 304 && known) {
        await close();
        return 'unchanged';
      }
      const location = header('location');
      if (!REDIRECTS.includes(status) || location === undefined) throw failed(shown, status, header);
      url = redirected(url, location, shown);
    }
    throw new LoadError(`${shown} redirects more than ${MAX_REDIRECTS} times. Name the final address.`);
  } catch (error) {
    await close();
    throw problemOf(error, shown);
  }
}

function basicAuthorization({ username, password }: URL): string {
  const [user, secret] = [username, password].map((part) => decoded(part));
  return `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
}

/** The host of a URL without the brackets of IPv6. */
const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

function redirected(from: URL, location: string, shown: string): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  const isSafe = to?.protocol === 'https:' || (to?.protocol === 'http:' && from.protocol === 'http:');
  if (!to || !isSafe) throw new LoadError(`${shown} redirects to an address that is not https.`);
  return to;
}

/** A redirect to a host of this machine or of a private network. */
class PrivateRedirect extends Error {}

/** Resolves a host like `dns.lookup`, with a PrivateRedirect, before a connection, if one of its addresses is private. */
const publicLookup =
  (isPrivate: (address: string) => boolean) =>
  (
    host: string,
    options: LookupOptions,
    done: (error: Error | null, address: never, family?: number) => void,
  ): void =>
    resolveHost(host, { ...options, all: true }, (error, addresses) => {
      const isRefused = !error && addresses.some(({ address }) => isPrivate(address));
      const found = (options.all ? addresses : addresses?.[0]?.address) as never;
      done(isRefused ? new PrivateRedirect() : error, found, addresses?.[0]?.family);
    });

async function* closing(
  body: AsyncIterable<Uint8Array>,
  close: () => Promise<unknown>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    await close();
  }
}

function failed(shown: string, status: number, header: (name: string) => string | undefined): LoadError {
  const problem = `${shown} answered ${status}`;
  if (status === 408 || status === 429 || status >= 500)
    return new TemporaryProblem(problem, retryAfter(header('retry-after')));
  const remedy =
    status === 401 || status === 403
      ? 'Check the user and password, or the token, of the address.'
      : 'Check the address.';
  return new LoadError(`${problem}. ${remedy}`);
}

/** The messages of network errors may contain the address, so only their codes are shown. */
function problemOf(error: unknown, shown: string): unknown {
  if (error instanceof LoadError) return error;
  const { cause, code, name } = error as { cause?: unknown; code?: string; name?: string };
  if (error instanceof PrivateRedirect || cause instanceof PrivateRedirect)
    return new LoadError(`${shown} redirects to a private network. Name the final address if you trust it.`);
  if (name === 'AbortError') return error;
  return new TemporaryProblem(`${shown} cannot be read (${code ?? name ?? 'unknown error'})`);
}
