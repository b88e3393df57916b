import type { SearchEngine } from './search-engine.ts';

/**
 * The standby index, which is built while searches use the current one. The caller makes sure that one program at a time
 * builds it for a database (`withIndexLock`).
 *
 * Every method rejects with SearchUnavailable when the engine cannot be used now.
 */
export interface StandbyIndex {
  /** Creates an empty standby for the database and removes an earlier one. The caller closes the engine. */
  build(): Promise<SearchEngine>;
  /**
   * Replaces the current index with the standby in one step, and removes the previous index. A search finds the entries
   * of one or the other, never of both.
   * @throws SearchTaken when the standby belongs to another database
   */
  swap(): Promise<void>;
  /** Removes the standby, unless it belongs to another database. */
  drop(): Promise<void>;
}
