import type { SearchEngine } from './engine.ts';

/**
 * Two places for an index: one is in use, the other is beside it. What is beside is being built, or was in use before.
 * An index has a name that no other has, and keeps it wherever it is: so one can tell, after a program that switched
 * them was killed, whether it had.
 *
 * Every method rejects with SearchUnavailable when the engine cannot be used now.
 */
export interface IndexSwitch {
  /** The name of the index in use, which is made when it is missing; '' for one of a version that had no names. */
  current(): Promise<string>;
  /**
   * Begins an index beside, of the database that the switch was opened for, whosever the one in use is; what was there
   * is gone. The caller closes the engine.
   */
  begin(): Promise<{ name: string; engine: SearchEngine }>;
  /**
   * Puts the index of that name in use, and what was in use beside, unless it is in use already. Whoever searches
   * finds what is in the one, then what is in the other, and nothing else.
   * @throws SwitchError when it is not beside
   */
  use(name: string): Promise<void>;
  /**
   * Removes what is beside.
   * @throws SearchTaken when neither that nor the one in use is of the database that the switch was opened for
   */
  discard(): Promise<void>;
}

/** The index that is to be used is not there any more. */
export class SwitchError extends Error {
  override name = 'SwitchError';

  constructor() {
    super('The index that is to be used is not there any more. Build one with: npm run ingest -- reindex');
  }
}
