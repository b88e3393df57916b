import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** A file that a record of another file refers to, not yet read. */
export interface ReferencedFile {
  path: string;
  /** Bytes. */
  size: number;
  read(): Promise<Buffer>;
}

/** Finds the file at an address in a record, or returns why it cannot be read. */
export type FindReferencedFile = (address: string) => Promise<ReferencedFile | { problem: string }>;

/** Used for records without a file. */
export const noReferencedFiles: FindReferencedFile = async () => ({
  problem: 'it is relative, and the source has no folder',
});

/**
 * Finds the files that a file refers to, inside of the loaded folder only. The folder is the root of the site. An
 * address is relative to the document, or to the root if it begins with a slash or no such file is next to the document.
 * @param root the folder; nothing outside is read, wherever links lead
 */
export const referencedFilesOf =
  (file: string, root: string): FindReferencedFile =>
  async (address) => {
    const named = pathOf(address);
    if (named === undefined) return { problem: 'its address cannot be read' };
    if (/^\\|^[a-z]:/i.test(named)) {
      return { problem: 'its address is absolute; write it relative to the document' };
    }
    const inRoot = () => fileAt(join(root, named), root);
    if (named.startsWith('/')) return inRoot();
    const nextToIt = await fileAt(join(dirname(file), named), root);
    if (nextToIt !== MISSING) return nextToIt;
    const other = await inRoot();
    return 'problem' in other ? nextToIt : other;
  };

const MISSING = { problem: 'there is no such file' };
const OUTSIDE = { problem: 'it lies outside of the folder that is loaded' };

async function fileAt(path: string, root: string): Promise<ReferencedFile | { problem: string }> {
  if (!isInside(resolve(root), resolve(path))) return OUTSIDE;
  try {
    const real = await realpath(path);
    if (!isInside(await realpath(root), real)) return OUTSIDE;
    const found = await stat(real);
    if (!found.isFile()) return { problem: 'it is not a file' };
    return { path, size: found.size, read: () => readFile(real) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
    return isMissing ? MISSING : { problem: `it cannot be read (${code})` };
  }
}

/** Decodes the path of a URL, without query and fragment. */
function pathOf(address: string): string | undefined {
  try {
    const path = decodeURIComponent(address.replace(/[?#].*$/s, ''));
    return path === '' || path.includes('\0') ? undefined : path;
  } catch {
    return undefined;
  }
}

/** Returns whether a path is below a folder. Both are absolute. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
