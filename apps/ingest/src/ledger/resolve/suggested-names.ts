import { companyNameKey, nameWords } from '@dossier/shared';
import type { Trx } from '@dossier/store';

/** A stored name that begins with an unknown one. */
export interface LongerName {
  name_key: string;
  company_id: number;
}

/** Shorter keys begin too many names. */
const MIN_BEGINNING = 4;
/** A batch suggests longer names for so many unknown ones, and reads so many in all. */
const MAX_BEGINNINGS = 50;
const MAX_LONGER = 500;

/** Reads stored names that begin with one of the keys, to suggest C++ Alliance for C++. */
export async function readLongerNames(trx: Trx, keys: string[]): Promise<LongerName[]> {
  const asked = [...new Set(keys)].filter((key) => key.length >= MIN_BEGINNING).slice(0, MAX_BEGINNINGS);
  if (asked.length === 0) return [];
  return trx('company_names')
    .where((query) => {
      for (const key of asked) void query.orWhereBetween('name_key', [key, `${key}\u{10ffff}`]);
    })
    .orderBy('name_key')
    .limit(MAX_LONGER)
    .select('name_key', 'company_id');
}

/** Returns the companies whose names begin with a name; none without a name. */
export function companiesOfLonger(longer: LongerName[], name = ''): number[] {
  const key = companyNameKey(name);
  if (key === '') return [];

  return longer.flatMap(({ name_key, company_id }) => (name_key.startsWith(key) ? company_id : []));
}

/** Returns the key of a name and those of its beginnings, by which the company may be stored. */
export function keysNear(name: string): string[] {
  const words = nameWords(name);
  return words.map((_, count) => companyNameKey(words.slice(0, words.length - count).join(' ')));
}
