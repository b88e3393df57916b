import { z } from 'zod';

/** The types a key column may have; a cursor whose keys have other types is refused before it meets a database. */
const keyTypes = {
  text: z.string().max(200),
  integer: z.number().int().min(0).max(2_147_483_647),
};
export type KeyType = keyof typeof keyTypes;
export type KeyValue = string | number;

/**
 * What makes a list pageable: its name (a cursor of one list is no cursor of another), its order, and its page
 * size. The last key is unique, so that the order is total; no key is ever null.
 */
export interface Listing {
  name: string;
  keys: Record<string, KeyType>;
  direction: 'asc' | 'desc';
  pageSize: { default: number; max: number };
}

/** Declares a list; `keys` are named by their columns, most significant first. */
export function listing(definition: Listing): Listing {
  return definition;
}

/** The schema of the key values of a list, in order. */
export function keySchema(list: Listing) {
  return z.array(z.union([z.string(), z.number()])).refine((values) => {
    const types = Object.values(list.keys);
    return (
      values.length === types.length && types.every((type, i) => keyTypes[type].safeParse(values[i]).success)
    );
  });
}
