import { LoadError } from '../rows/types.ts';
import type { Kept } from './cache.ts';

/** An attempt that failed in a way that may pass. */
export class Passing extends Error {
  readonly isRefusal: boolean;
  /** Milliseconds that the server asks to wait. */
  readonly retryAfter: number | undefined;
  constructor(
    message: string,
    { isRefusal = false, retryAfter }: { isRefusal?: boolean; retryAfter?: number } = {},
  ) {
    super(message);
    this.isRefusal = isRefusal;
    this.retryAfter = retryAfter;
  }
}

/** What cannot be read now, while EDGAR lets us ask. The message says what and why, without a full stop. */
export class Unreadable extends LoadError {
  readonly url: string;
  constructor(url: string, message: string) {
    super(message);
    this.url = url;
  }
}

/**
 * Asks once: the body, the one that is kept when it is still right, or undefined when there is none. A body that is
 * shorter than its Content-Length is an error of fetch, as is a broken gzip stream.
 * @throws Passing when another attempt may do; when none will, Unreadable, or LoadError where it is so of all requests
 */
export async function ask(
  url: string,
  { contact, kept, signal }: { contact: string; kept: Kept | undefined; signal: AbortSignal },
): Promise<Kept | undefined> {
  const headers: Record<string, string> = { 'user-agent': `Dossier ${contact}` };
  if (kept?.etag) headers['if-none-match'] = kept.etag;
  if (kept?.lastModified) headers['if-modified-since'] = kept.lastModified;
  try {
    // A redirect would be a request past the pacer.
    const response = await fetch(url, { headers, signal, redirect: 'manual' });
    const body = Buffer.from(await response.arrayBuffer());
    const { status } = response;
    if (status === 200) {
      return {
        etag: response.headers.get('etag'),
        lastModified: response.headers.get('last-modified'),
        body,
      };
    }
    if (status === 304 && kept) return kept;
    // The store behind the archive says so of a file that it does not have.
    if (status === 404 || (status === 403 && body.includes('<Code>AccessDenied</Code>'))) return undefined;
    if (body.includes('Undeclared Automated Tool')) {
      throw new LoadError(`${url} is refused to "${contact}": the SEC wants a name and an e-mail address.`);
    }
    const said = `${url} answered ${status}`;
    const isRefusal = status === 403 || status === 429;
    if (!isRefusal && status !== 408 && status < 500) throw new Unreadable(url, said);
    throw new Passing(said, { isRefusal, retryAfter: retryAfter(response.headers.get('retry-after')) });
  } catch (error) {
    if (error instanceof LoadError || error instanceof Passing || isClosed(error)) throw error;
    throw new Passing(`${url} could not be read: ${reasonOf(error as Error)}`);
  }
}

const isClosed = (error: unknown) => error instanceof Error && error.name === 'AbortError';

function reasonOf(error: Error): string {
  if (error.name === 'TimeoutError') return 'the answer took too long';
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** Milliseconds: the header gives seconds or a date. */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
