import { createHash } from 'node:crypto';
import { UsageError } from '../../rows/types.ts';

/** What to write instead of an address that cannot be read. */
export const ADDRESS_FORMS = 'Write https://host/file or s3://bucket/key.';

/** Returns whether a path is the address of a file on a server: `https://…` or `s3://…`. */
export const isRemote = (path: string): boolean => /^(https?|s3):\/\//i.test(path);

/** Returns the scheme of an address that Dossier cannot read, such as `ftp`; undefined for other paths. */
export const unknownScheme = (path: string): string | undefined =>
  isRemote(path) ? undefined : /^([a-z][a-z\d+.-]+):\/\//i.exec(path)?.[1];

/** Parameters that authorize a request. They may change although the file is the same. */
const PERMITS =
  /^(?:x-(?:amz|goog)-.+|sig(?:nature)?|expires|policy|key-pair-id|(?:aws)?accesskeyid|googleaccessid|(?:(?:access|auth|private)[_-]?)?token|api[_-]?key|password|(?:client[_-]?)?secret)$/i;
/** Further ones of a shared access signature of Azure, which has `sv` and `sig`. Elsewhere they may name a table. */
const AZURE_PERMITS = /^(?:s[eiprstv]|sip|spr|srt|ses|sdd|scid|s[au]oid|sk(?:oid|tid|[tesv]))$/;

/**
 * A path that appears in reports, logs and runs: an address without user, password and query, which may be secret. A
 * short hash in place of the query distinguishes two tables of one path: `https://vendor.example/a.csv?…1f3a9c2e`.
 */
export function shownPath(path: string): string {
  const unknown = unknownScheme(path);
  if (unknown !== undefined) return `${unknown}://…`;
  if (!isRemote(path)) return path;
  const url = parseAddress(path);
  const query = url.search === '' ? '' : `?…${queryHash(path) ?? ''}`;
  return `${url.protocol}//${url.host}${url.pathname}${query}`;
}

/** Returns a hash of the query of an address; undefined without parameters, apart from tokens and signatures. */
export function queryHash(address: string): string | undefined {
  const url = parseAddress(address);
  const isPermit = permitsOf(url);
  const kept = [...url.searchParams].filter(([name]) => !isPermit(name));
  return kept.length === 0 ? undefined : hashOf(JSON.stringify(kept)).slice(0, 8);
}

/** Returns whether an address contains what authorizes a request: a user, a password, a token or a signature. */
export function hasPermit(address: string): boolean {
  const url = parseAddress(address);
  return url.username !== '' || url.password !== '' || [...url.searchParams.keys()].some(permitsOf(url));
}

/** Returns which parameters of an address authorize a request. */
function permitsOf({ searchParams: all }: URL): (name: string) => boolean {
  const isAzure = all.has('sv') && all.has('sig');
  return (name) => PERMITS.test(name) || (isAzure && AZURE_PERMITS.test(name));
}

/** Returns a hash of a whole address with its secrets, which shows whether two addresses are the same. */
export const addressHash = (address: string): string => hashOf(parseAddress(address).href).slice(0, 16);

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

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
