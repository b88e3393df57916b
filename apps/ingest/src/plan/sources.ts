import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Kind } from '../kinds/kind.ts';
import { extensionsOf } from '../readers/index.ts';
import { sourceFiles, type SourcePath } from '../files/source.ts';
import { lookupFiles } from '../readers/mapping/lookup-files.ts';
import { LoadError, UsageError } from '../rows/types.ts';

/** A file that a load reads, and the hash of its bytes. */
export interface SourceHash {
  file: string;
  sha256: string;
}

/**
 * Returns the hashes of all files that a load reads, in order: sources, mapping file, its lookup files, domains file.
 * @throws LoadError when a file is missing; UsageError for standard input, which cannot be read again
 */
export async function hashSources(
  kind: Kind,
  paths: SourcePath[],
  { mapping, domains }: { mapping?: string; domains?: string },
): Promise<SourceHash[]> {
  if (paths.includes('-')) {
    throw new UsageError(
      'plan --out cannot read standard input, because apply has to read the source again. Save it to a file first.',
    );
  }
  const hashes: SourceHash[] = [];
  for await (const file of sourceFiles(paths, extensionsOf(kind))) {
    hashes.push({ file: file.name, sha256: await hashOf(file.open()) });
  }
  const lookups = mapping === undefined ? [] : await lookupFiles(mapping);
  for (const file of [mapping, ...lookups, domains]) {
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

/** Returns the first difference between the lists as a sentence; undefined without one. */
export function changedSource(planned: SourceHash[], found: SourceHash[]): string | undefined {
  const now = new Map(found.map(({ file, sha256 }) => [file, sha256]));
  for (const { file, sha256 } of planned) {
    if (!now.has(file)) return `The source ${file} is missing since the plan was made`;
    if (now.get(file) !== sha256) return `The source ${file} has changed since the plan was made`;
    now.delete(file);
  }
  const [more] = now.keys();
  if (more !== undefined) return `The source ${more} is new since the plan was made`;
  const isSame = planned.every(({ file }, i) => found[i]!.file === file);
  return isSame ? undefined : 'The order of the sources has changed since the plan was made';
}
