import { createHash } from 'node:crypto';
import { LoadError, UsageError } from '../../rows/types.ts';

/** What to write instead of an address that cannot be read. */
export const ADDRESS_FORMS = 'Write https://host/file or s3://bucket/key.';

/** Returns whether a path is the address of a file on a server: `https://…` or `s3://…`. */
export const isRemote = (path: string): boolean => /^(https?|s3):\/\//i.test(path);

/** Returns the scheme of an address that Dossier cannot read, such as `ftp`; undefined for other paths. */
export const unknownScheme = (path: string): string | undefined =>
  isRemote(path) ? undefined : /^([a-z][a-z\d+.-]+):\/\//i.exec(path)?.[1];

/** A path that appears in reports, logs and runs: an address without user, password and query, which may be secret. */
export function shownPath(path: string): string {
  const unknown = unknownScheme(path);
  if (unknown !== undefined) return `${unknown}://…`;
  if (!isRemote(path)) return path;
  const url = parseAddress(path);
  return `${url.protocol}//${url.host}${url.pathname}${url.search === '' ? '' : '?…'}`;
}

/** Tells apart the addresses that `shownPath` shows alike, such as two tables that differ in the query. */
export const addressHash = (address: string): string =>
  createHash('sha256').update(parseAddress(address).href).digest('hex').slice(0, 16);

/** Parses an address. @throws UsageError */
export function parseAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || url.hostname === '')
    throw new UsageError(`One of the paths is no valid address. ${ADDRESS_FORMS}`);
  return url;
}

/** Decodes a part of an address; one that is not encoded stays as it is. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The bucket and the key of an S3 address. @throws UsageError without a key */
export function s3Place(url: URL): { Bucket: string; Key: string } {
  const Key = decoded(url.pathname.slice(1));
  if (Key === '' || Key.endsWith('/') || url.search !== '')
    throw new UsageError(
      `${shownPath(url.href)} names no file. Write s3://bucket/key; folders are not read.`,
    );
  return { Bucket: url.hostname, Key };
}

/** A request that failed and may succeed later. The message has no full stop. */
export class TemporaryProblem extends LoadError {
  override name = 'TemporaryProblem';
  /** Milliseconds to wait, as the server asks. */
  readonly retryAfter: number | undefined;

  constructor(message: string, retryAfter?: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** What a server sends with a file, to find out later whether the file has changed. */
export interface Validators {
  etag?: string | undefined;
  lastModified?: string | undefined;
}

/** The answer of a server: a file, or `unchanged` since the validators that were sent. */
export type Answer =
  'unchanged' | { validators: Validators; length: number | undefined; body: AsyncIterable<Uint8Array> };

/** A request for one file. */
export interface Asked {
  url: URL;
  known: Validators | undefined;
  signal: AbortSignal;
  env: Record<string, string | undefined>;
}
