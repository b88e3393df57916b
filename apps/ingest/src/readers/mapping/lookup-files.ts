import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { isObject } from '../../rows/types.ts';
import { isSql } from '../sql.ts';
import { lookupPath } from './lookup.ts';

/** Returns the paths of the lookup files that a mapping names, each once; none for one that cannot be read. */
export async function lookupFiles(mapping: string): Promise<string[]> {
  if (isSql(mapping)) return [];
  const text = await readFile(mapping, 'utf8').catch(() => '');
  let value: unknown;
  try {
    value = parse(text, { logLevel: 'error' });
  } catch {
    // The load itself reports a mapping that cannot be read.
    return [];
  }
  const files = filesIn(isObject(value) ? value['fields'] : undefined);
  return [...new Set(files.map((file) => lookupPath(mapping, { file })))];
}

/** The files of all lookups in rules, at any depth. */
function filesIn(rule: unknown): string[] {
  if (Array.isArray(rule)) return rule.flatMap(filesIn);
  if (!isObject(rule)) return [];
  const { lookup } = rule;
  const own = isObject(lookup) && typeof lookup['file'] === 'string' ? [lookup['file']] : [];
  return [...own, ...Object.values(rule).flatMap(filesIn)];
}
