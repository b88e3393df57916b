import type { Trx } from '@dossier/store';
import type { Kind } from '../kinds/kind.ts';
import type { Outcome } from '../ledger/outcome.ts';
import type { RecordId } from '../stored/storage.ts';
import type { Place } from '../rows/types.ts';

/** The outcome of one row. */
export interface Result extends Place {
  outcome: Outcome;
}

/** Observes a load from inside of its one transaction. An error that it throws rolls the load back. */
export interface ChangeRecorder {
  /** Receives the rows of a batch, in order, once they are stored; the records are of that kind. */
  batch(trx: Trx, kind: Kind, results: Result[]): Promise<void>;
  /** Receives the records that the feed does not have, before they are removed. */
  missing(trx: Trx, kind: Kind, ids: RecordId[]): Promise<void>;
  /** Called before the transaction ends. */
  end(): Promise<void>;
}
