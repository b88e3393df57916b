import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressHash, hasPermit, isRemote, type Validators } from '../../files/remote/address.ts';
import { download } from '../../files/remote/download.ts';
import type { SourcePath } from '../../files/source.ts';
import type { Kind } from '../../kinds/kind.ts';
import { hashSources } from '../../plan/sources.ts';
import { UsageError } from '../../rows/types.ts';
import type { ReadFlags } from '../flags.ts';
import type { Io } from '../io.ts';

/** Which files of servers a load read, and with which options. */
export interface SourceVersion {
  options: string;
  files: ({ hash: string } & Validators)[];
}

/** The sources of a load, on this machine. */
interface OpenSources {
  paths: SourcePath[];
  /** Undefined if the next load cannot ask whether the sources have changed. */
  version: SourceVersion | undefined;
}

interface Opening {
  kind: Kind;
  paths: string[];
  flags: Omit<ReadFlags, 'rejects' | 'json'>;
  /** What the last load of these sources read, if it was complete. */
  last?: SourceVersion | undefined;
}

const MEGABYTE = 1024 ** 2;
/** The most megabytes of a file of a server. */
export const MAX_DOWNLOAD = 2048;

/**
 * Downloads the files of servers into a temporary folder for the time of the work. Receives `unchanged` if all paths are
 * addresses, and the files and the options are the same as in the last load.
 */
export async function withSources<T>(
  { env, err, stop }: Io,
  { kind, paths, flags, last }: Opening,
  work: (sources: OpenSources | 'unchanged') => Promise<T>,
): Promise<T> {
  if (!paths.some(isRemote)) return work({ paths, version: undefined });
  const folder = await mkdtemp(join(tmpdir(), 'dossier-download-'));
  const maxBytes = (flags.maxDownload ?? MAX_DOWNLOAD) * MEGABYTE;
  const get = (address: string, known?: Validators) =>
    download(address, { folder, maxBytes, env, known, stop, onRetry: err });
  try {
    const options = await hashOfOptions(kind, flags);
    const known = last?.options === options ? knownFiles(paths, last) : undefined;
    const first = known && (await Promise.all(paths.map((path, i) => get(path, known[i]))));
    if (first?.every((each) => each === 'unchanged')) return await work('unchanged');
    const opened: SourcePath[] = [];
    for (const [i, path] of paths.entries()) {
      const file = first?.[i] ?? 'unchanged';
      if (!isRemote(path)) opened.push(path);
      // One of several files has changed: the others are needed too.
      else opened.push(file === 'unchanged' ? await get(path) : file);
    }
    return await work({ paths: opened, version: versionOf(opened, options) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns what is known of each file; undefined if these are not the files of the last load. */
function knownFiles(paths: string[], { files }: SourceVersion): Validators[] | undefined {
  const isSame =
    paths.length === files.length &&
    paths.every((path, i) => isRemote(path) && addressHash(path) === files[i]!.hash);
  return isSame ? files : undefined;
}

function versionOf(opened: SourcePath[], options: string): SourceVersion | undefined {
  const files: SourceVersion['files'] = [];
  for (const file of opened) {
    if (typeof file === 'string') return undefined;
    const { hash, validators } = file;
    if (validators.etag === undefined && validators.lastModified === undefined) return undefined;
    files.push({ hash, ...validators });
  }
  return { options, files };
}

/** Returns a hash of the options of a load and of the files that they name. */
async function hashOfOptions(kind: Kind, flags: Opening['flags']): Promise<string> {
  const files = await hashSources(kind, [], flags);
  const { maxDownload: _download, ...options } = flags;
  return createHash('sha256')
    .update(JSON.stringify([options, files]))
    .digest('hex');
}

/** Rejects addresses with a user, a password or a token: plans would contain them. @throws UsageError */
export function checkPlannedPaths(paths: string[]): void {
  if (paths.some((path) => isRemote(path) && hasPermit(path)))
    throw new UsageError(
      'plan --out would write the password or token of an address into the plan. Download the file first, or plan without --out.',
    );
}
