import { z } from 'zod';

/** The types of key columns. A cursor whose keys have other types is rejected before any query. */
const keyTypes = {
  text: z.string().max(200),
  integer: z.number().int().min(0).max(2_147_483_647),
  number: z.number(),
};
type KeyType = keyof typeof keyTypes;
export type KeyValue = string | number;

/**
 * The name, order and page size of a paged list. A cursor belongs to the list of its name. The last key is unique, so the
 * order is total; keys are never null.
 */
export interface Listing {
  name: string;
  keys: Record<string, KeyType>;
  direction: 'asc' | 'desc';
  pageSize: { default: number; max: number };
}

/** Declares a list. `keys` are column names, the most significant first. */
export function listing(definition: Listing): Listing {
  return definition;
}

/** Returns the schema of the key values of a list, in order. */
export function keySchema(list: Listing) {
  return z.array(z.union([z.string(), z.number()])).refine((values) => {
    const types = Object.values(list.keys);
    return (
      values.length === types.length && types.every((type, i) => keyTypes[type].safeParse(values[i]).success)
    );
  });
}
