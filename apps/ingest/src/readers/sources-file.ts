import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { sourceName } from '../fields/origin.ts';
import { LoadError } from '../rows/types.ts';

const sourcesFile = z.strictObject({ sources: z.array(z.union([sourceName, z.array(sourceName).min(1)])) });

/** The options that name the file of ranks. */
interface RanksOptions {
  sources?: string | undefined;
  mapping?: string | undefined;
}

/** Returns the path of the file that ranks sources: the named file, or `sources.yaml` next to the mapping, if it exists. */
export function ranksFile({ sources, mapping }: RanksOptions): string | undefined {
  if (sources !== undefined || mapping === undefined) return sources;
  const path = join(dirname(mapping), 'sources.yaml');
  return existsSync(path) ? path : undefined;
}

/**
 * Returns the ranks of sources in the file of `ranksFile`, the best first from 1. Undefined without a file.
 * @throws LoadError when the named file is missing, or a file is wrong
 */
export async function readSourceRanks(options: RanksOptions): Promise<Map<string, number> | undefined> {
  const path = ranksFile(options);
  if (path === undefined) return undefined;
  const text = await readFile(path, 'utf8').catch(({ code, message }: NodeJS.ErrnoException) => {
    throw new LoadError(code === 'ENOENT' ? `There is no sources file ${path}.` : message);
  });
  return ranksOf(text, path);
}

function ranksOf(text: string, path: string): Map<string, number> {
  let value: unknown;
  try {
    value = parse(text, { logLevel: 'error' });
  } catch (error) {
    throw new LoadError(`${path} is not YAML: ${(error as Error).message.split('\n', 1)[0]!}`);
  }
  const read = sourcesFile.safeParse(value);
  if (!read.success) {
    const [{ path: place, message } = { path: [], message: '' }] = read.error.issues;
    const form = 'It has a list "sources", best first; a list inside of it has sources of one rank.';
    throw new LoadError(`${path}: ${place.join('.') || 'the file'}: ${message}. ${form}`);
  }
  const ranks = new Map<string, number>();
  for (const [i, name] of read.data.sources.entries()) {
    for (const each of [name].flat()) {
      if (ranks.has(each)) throw new LoadError(`${path}: the source "${each}" is listed twice.`);
      ranks.set(each, i + 1);
    }
  }
  return ranks;
}
