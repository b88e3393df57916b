import type { Trx } from '@dossier/store';
import type { Kind, Outcome } from '../kinds/kind.ts';
import type { RecordId } from '../kinds/storage.ts';
import type { Place } from '../rows/types.ts';

/** What became of one row. */
export interface Result extends Place {
  outcome: Outcome;
}

/** Looks on inside the one transaction of a load. What it throws undoes the load. */
export interface Watcher {
  /** The rows of a batch, in order, once they are stored; those that are records are of that kind. */
  batch(trx: Trx, kind: Kind, results: Result[]): Promise<void>;
  /** Records that the feed no longer has, before they are removed. */
  gone(trx: Trx, kind: Kind, ids: RecordId[]): Promise<void>;
  /** Called at the end, before the transaction is. */
  end(): Promise<void>;
}
