import type { RecordId } from '../stored/storage.ts';

/**
 * The natural keys that a load has stored so far. Two records with the same key but different content would change
 * each other on every load, so the second one is rejected.
 */
export interface SeenKeys {
  /** Looks up keys in one statement. Call it once per batch, before `find`. */
  read(keys: string[]): Promise<void>;
  /** Returns where this load saw the key before, such as `companies.csv row 3`. */
  find(key: string): string | undefined;
  /** Adds the key of the record at that index of the batch. */
  add(key: string, index: number): void;
  /** Returns the place of the record at that index of the batch, such as `companies.csv row 3`. */
  placeOf(index: number): string;
}

/** Returns the seen key of the record of a repeated row, whose natural key is not read. */
export const recordKey = (kind: string, id: RecordId): string => `record ${kind} ${id}`;

/** The seen keys of records that are not rows of a load: none. */
export const noSeenKeys: SeenKeys = {
  read: async () => {},
  find: () => undefined,
  add: () => {},
  placeOf: () => '',
};
