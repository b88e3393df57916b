import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Kind } from '../kinds/kind.ts';
import { extensionsOf } from '../readers/index.ts';
import { sourceFiles } from '../files/source.ts';
import { LoadError, UsageError } from '../rows/types.ts';

/** A file that a load reads, by its bytes. */
export interface SourceHash {
  file: string;
  sha256: string;
}

/**
 * The hashes of all files that a load reads, in order: those of the paths, the mapping and the domains.
 * @throws LoadError when a path is missing; UsageError when one is standard input, which nobody can read again
 */
export async function hashSources(
  kind: Kind,
  paths: string[],
  { mapping, domains }: { mapping?: string; domains?: string },
): Promise<SourceHash[]> {
  if (paths.includes('-')) {
    throw new UsageError('A plan cannot be kept of standard input, since apply could not read it again.');
  }
  const hashes: SourceHash[] = [];
  for await (const file of sourceFiles(paths, extensionsOf(kind))) {
    hashes.push({ file: file.name, sha256: await hashOf(file.open()) });
  }
  for (const file of [mapping, domains]) {
    if (file === undefined) continue;
    const sha256 = await hashOf(createReadStream(file)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new LoadError(`There is no file ${file}.`) : error;
    });
    hashes.push({ file, sha256 });
  }
  return hashes;
}

async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

/** What is another in the second list, in a sentence; undefined when nothing is. */
export function changedSource(planned: SourceHash[], found: SourceHash[]): string | undefined {
  const now = new Map(found.map(({ file, sha256 }) => [file, sha256]));
  for (const { file, sha256 } of planned) {
    if (!now.has(file)) return `${file} is gone since the plan was made`;
    if (now.get(file) !== sha256) return `${file} has changed since the plan was made`;
    now.delete(file);
  }
  const [more] = now.keys();
  if (more !== undefined) return `${more} has come since the plan was made`;
  const isSame = planned.every(({ file }, i) => found[i]!.file === file);
  return isSame ? undefined : 'the files come in another order since the plan was made';
}
