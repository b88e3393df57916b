import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { decode, hasWrongBytes } from '../../files/decode.ts';
import { isInside } from '../../files/referenced-file.ts';
import { isObject, LoadError } from '../../rows/types.ts';
import { readCsv } from '../formats/csv.ts';
import { isSql } from '../formats/sql.ts';
import type { ColumnRule, FieldRule } from './rules.ts';

export type Lookup = NonNullable<ColumnRule['lookup']>;
/** The values of lookup files by their keys, for each lookup of a mapping. */
export type Lookups = Map<Lookup, Map<string, string>>;

/** Returns the lookups of a rule. */
export const lookupsOf = (rule: FieldRule): Lookup[] => {
  if ('first_of' in rule) return rule.first_of.flatMap(lookupsOf);
  return 'column' in rule && rule.lookup ? [rule.lookup] : [];
};

/** Returns the path of a lookup file, which is next to its mapping. */
export const lookupPath = (mapping: string, { file }: Pick<Lookup, 'file'>): string =>
  resolve(dirname(mapping), file);

/**
 * Reads the table of a lookup: CSV in UTF-8.
 * @throws LoadError when the file, a column or a row of it is wrong, or when a key has two values
 */
export async function readLookup(mapping: string, lookup: Lookup): Promise<Map<string, string>> {
  const { file, key, value } = lookup;
  const path = lookupPath(mapping, lookup);
  // Whoever writes a mapping in the console must not read other files of the server.
  if (!isInside(resolve(dirname(mapping)), path))
    throw new LoadError(`${file} is not in the folder of the mapping; move it there`);
  const found = new Map<string, string>();
  const text = decode(createReadStream(path) as AsyncIterable<Uint8Array>);
  const checkHead = (columns: string[]) => {
    const missing = [key, value].find((column) => !columns.includes(column));
    if (missing !== undefined)
      throw new LoadError(`${file} has no column "${missing}"; it has ${columns.join(', ')}`);
  };
  try {
    for await (const { row, ...line } of readCsv(text, undefined, checkHead)) {
      if ('reason' in line) throw new LoadError(`${file} row ${row}: ${line.reason}`);
      const [from, to] = [line.cells[key]!.trim(), line.cells[value]!.trim()];
      if (hasWrongBytes(from + to)) throw new LoadError(`${file} row ${row} is not UTF-8`);
      if (from === '') continue;
      if (found.has(from) && found.get(from) !== to)
        throw new LoadError(`${file} row ${row}: "${from}" has two values, "${found.get(from)}" and "${to}"`);
      found.set(from, to);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new LoadError(code === 'ENOENT' ? `there is no file ${path}` : `${file} cannot be read (${code})`);
  }
  return found;
}

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
