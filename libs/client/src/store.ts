import type { Kind, Place, Row } from './client.ts';

/** Where a copy is kept. */
export interface Store {
  /** Returns the place of the copy; undefined without one. */
  place(): Promise<Place | undefined>;
  /** Deletes everything, for a new copy. */
  clear(): Promise<void>;
  /**
   * Stores and deletes records, and the place of the copy after them. A store that stops in between still has the former
   * place: the same records are saved again.
   * @param place undefined if more records belong to the next place
   */
  save(records: Saved[], place: Place | undefined): Promise<void>;
  /** Yields the records of a kind, in the order of their ids as text. */
  rows(kind: Kind): AsyncIterable<Row>;
  /** Returns the ids of the companies in a category. */
  companiesOf(category: number): Promise<number[]>;
  close(): Promise<void>;
}

/** A record to store, or to delete. */
export type Saved = { kind: Kind; id: string; row: Row | undefined };

/** The kinds that a copy has. A company has its categories and its datasets. */
export const COPIED = ['company', 'document', 'filing', 'event', 'news', 'metric'] as const satisfies Kind[];
/** Records that are saved or read at once. */
export const AT_ONCE = 1000;
/** Characters of JSON after which records are saved, so that the text of long ones takes no more memory. */
export const CHARACTERS_AT_ONCE = 2 ** 20;
