import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Kind } from '../kinds/kind.ts';
import { extensionsOf } from '../readers/formats/index.ts';
import { sourceFiles, type SourcePath } from '../files/source.ts';
import { lookupFiles } from '../readers/mapping/lookup.ts';
import { ranksFile } from '../readers/sources-file.ts';
import { LoadError, UsageError } from '../rows/types.ts';

/** A file that a load reads, and the hash of its bytes. */
export interface SourceHash {
  file: string;
  sha256: string;
}

/**
 * Returns the hashes of all files that a load reads, in order: sources, mapping file, its lookup files, domains file, file of ranks.
 * @throws LoadError when a file is missing; UsageError for standard input, which cannot be read again
 */
export async function hashSources(
  kind: Kind,
  paths: SourcePath[],
  { mapping, domains, sources }: { mapping?: string; domains?: string; sources?: string },
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
  for (const file of [mapping, ...lookups, domains, ranksFile({ sources, mapping })]) {
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
  // By position: two addresses that differ in the query have the same name.
  if (planned.length === found.length && planned.every(({ file }, i) => found[i]!.file === file)) {
    const changed = planned.find(({ sha256 }, i) => found[i]!.sha256 !== sha256);
    return changed && `The source ${changed.file} has changed since the plan was made`;
  }
  const [before, now] = [planned, found].map((list) => new Set(list.map(({ file }) => file)));
  const missing = planned.find(({ file }) => !now!.has(file));
  if (missing) return `The source ${missing.file} is missing since the plan was made`;
  const more = found.find(({ file }) => !before!.has(file));
  if (more) return `The source ${more.file} is new since the plan was made`;
  return 'The order of the sources has changed since the plan was made';
}
