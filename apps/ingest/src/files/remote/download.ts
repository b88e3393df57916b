import { randomUUID } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { abortAfter } from '@dossier/shared';
import { LoadError } from '../../rows/types.ts';
import { addressHash, parseAddress, shownPath, type Answer, type Asked, type Validators } from './address.ts';
import { TemporaryProblem, withRetries } from './retry.ts';

/** A file of a server, downloaded to this machine for one load. */
export interface DownloadedFile {
  /** As it was named, with what may be secret. */
  address: string;
  /** In reports and runs; see `shownPath`. */
  name: string;
  /** Tells apart addresses that are shown alike. */
  hash: string;
  /** Where it is on this machine. */
  path: string;
  validators: Validators;
}

interface DownloadOptions {
  /** The folder that receives the file. */
  folder: string;
  /** Most bytes of one file. */
  maxBytes: number;
  env: Record<string, string | undefined>;
  /** What was known of the file when it was last loaded. */
  known?: Validators | undefined;
  /** The wait before the second attempt in milliseconds, doubled for each further one; a second by default. */
  backoff?: number;
  stop?: AbortSignal | undefined;
  /** Receives a line about each further attempt. */
  onRetry?: (line: string) => void;
}

const ATTEMPTS = 4;
/** Without a byte for so long, a download has failed. */
const IDLE_MS = 60_000;
/** The longest download. */
const TOTAL_MS = 60 * 60_000;
const MAX_RETRY_AFTER_MS = 60_000;

/**
 * Downloads a file completely before any row of it is read, so that a broken connection stores nothing. Returns
 * `unchanged` if the server says so of the known validators.
 * @throws LoadError after the last attempt, or when the file is too large; the message contains no secrets
 */
export async function download(
  address: string,
  { backoff = 1000, onRetry, stop, ...options }: DownloadOptions,
): Promise<DownloadedFile | 'unchanged'> {
  return withRetries(() => attempt(address, options, stop), {
    attempts: ATTEMPTS,
    waitAfter: ({ retryAfter }, tried) =>
      Math.min(retryAfter ?? backoff * 2 ** (tried - 1), MAX_RETRY_AFTER_MS),
    gaveUp: ({ message }) =>
      new LoadError(`${message}; gave up after ${ATTEMPTS} attempts. Run the command again later.`),
    onRetry: ({ problem, wait, attempt: next, of }) =>
      onRetry?.(`${problem}; attempt ${next} of ${of} in ${Math.max(1, Math.round(wait / 1000))} s\n`),
    signal: stop,
  });
}

async function attempt(
  address: string,
  { folder, maxBytes, env, known }: Omit<DownloadOptions, 'backoff' | 'onRetry' | 'stop'>,
  stop: AbortSignal | undefined,
): Promise<DownloadedFile | 'unchanged'> {
  const url = parseAddress(address);
  const name = shownPath(address);
  const slow = new AbortController();
  const signal = abortAfter(TOTAL_MS, stop ? AbortSignal.any([slow.signal, stop]) : slow.signal);
  const path = join(folder, randomUUID(), fileNameOf(url));
  let idle: NodeJS.Timeout | undefined;
  const restart = () => {
    clearTimeout(idle);
    idle = setTimeout(() => slow.abort(), IDLE_MS);
  };
  try {
    const answer = await ask(url, { known, signal, env });
    if (answer === 'unchanged') return 'unchanged';
    const tooLarge = () =>
      new LoadError(
        `${name} has more than ${Math.round(maxBytes / 1024 ** 2)} MB. Allow more with --max-download.`,
      );
    if ((answer.length ?? 0) > maxBytes) {
      // A generator that has not begun would not close the connection.
      restart();
      const body = answer.body[Symbol.asyncIterator]();
      await body.next();
      await body.return?.();
      throw tooLarge();
    }
    await mkdir(dirname(path));
    const file = await open(path, 'w', 0o600);
    try {
      let bytes = 0;
      restart();
      for await (const chunk of answer.body) {
        restart();
        bytes += chunk.length;
        if (bytes > maxBytes) throw tooLarge();
        await file.appendFile(chunk).catch(({ code, message }: NodeJS.ErrnoException) => {
          throw new LoadError(`${name} cannot be written to ${path} (${code ?? message}).`);
        });
      }
      if (answer.length !== undefined && bytes < answer.length)
        throw new TemporaryProblem(`${name} ended after ${bytes} of ${answer.length} bytes`);
    } finally {
      await file.close();
    }
    return { address, name, hash: addressHash(address), path, validators: answer.validators };
  } catch (error) {
    if (stop?.aborted || error instanceof LoadError) throw error;
    if (slow.signal.aborted) throw new TemporaryProblem(`${name} sent nothing for ${IDLE_MS / 1000} s`);
    if (signal.aborted) throw new LoadError(`${name} took longer than an hour to download.`);
    const { code, name: kind } = error as NodeJS.ErrnoException;
    throw new TemporaryProblem(`${name} cannot be read (${code ?? kind})`);
  } finally {
    clearTimeout(idle);
  }
}

async function ask(url: URL, asked: Omit<Asked, 'url'>): Promise<Answer> {
  if (url.protocol === 's3:') return (await import('./s3.ts')).askS3({ url, ...asked });
  return (await import('./http.ts')).askHttp({ url, ...asked });
}

/** The name of the file in its address: SQL names the table after it, and its extension shows the format. */
const fileNameOf = (url: URL): string => {
  const name = basename(url.pathname).replaceAll(/[^\w.-]/g, '_');
  return name === '' || name.startsWith('.') ? `download${name}` : name;
};
