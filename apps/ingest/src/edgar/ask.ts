import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { requestFile } from '../files/remote/request.ts';
import { retryAfter, TemporaryProblem } from '../files/remote/retry.ts';
import { LoadError } from '../rows/types.ts';
import type { CachedBody } from './cache.ts';

const unzip = promisify(gunzip);

/** A body that cannot be read now, although EDGAR accepts requests. The message has no full stop. */
export class Unreadable extends LoadError {
  readonly url: string;
  constructor(url: string, message: string) {
    super(message);
    this.url = url;
  }
}

/**
 * Sends one request. Returns the body, the cached one if it is current, or undefined if there is none. A body shorter
 * than its Content-Length, and a broken gzip stream, are temporary problems.
 * @throws TemporaryProblem when another attempt may succeed; Unreadable when none will; LoadError when no request will
 */
export async function ask(
  url: string,
  { contact, kept, signal }: { contact: string; kept: CachedBody | undefined; signal: AbortSignal },
): Promise<CachedBody | undefined> {
  try {
    // The pacer would not count the request after a redirect, so none is followed.
    const response = await requestFile(new URL(url), {
      agent: `Dossier ${contact}`,
      known: kept,
      headers: { 'accept-encoding': 'gzip' },
      signal,
    });
    const { status, header, validators } = response;
    const sent = Buffer.from(await response.body.arrayBuffer());
    const body = header('content-encoding') === 'gzip' ? await unzip(sent) : sent;
    if (status === 200) return { ...validators, body };
    if (status === 304 && kept) return kept;
    // The archive's store answers so for a missing file.
    if (status === 404 || (status === 403 && body.includes('<Code>AccessDenied</Code>'))) return undefined;
    if (body.includes('Undeclared Automated Tool')) {
      throw new LoadError(`${url} rejects "${contact}": the SEC requires a name and an e-mail address.`);
    }
    const problem = `${url} answered ${status}`;
    const isRefusal = status === 403 || status === 429;
    if (!isRefusal && status !== 408 && status < 500) throw new Unreadable(url, problem);
    throw new TemporaryProblem(problem, { isRefusal, ...retryAfter(header('retry-after')) });
  } catch (error) {
    if (error instanceof LoadError || isClosed(error)) throw error;
    throw new TemporaryProblem(`${url} could not be read: ${reasonOf(error as Error)}`);
  }
}

const isClosed = (error: unknown) => error instanceof Error && error.name === 'AbortError';

function reasonOf(error: Error): string {
  if (error.name === 'TimeoutError') return 'the answer took too long';
  return error.cause instanceof Error ? error.cause.message : error.message;
}
