import type { Content } from '@dossier/shared';
import type { StatementChanges, StoredStatement, Trx } from '@dossier/store';
import type { Kind } from '../../kinds/kind.ts';
import type { Place } from '../../rows/types.ts';
import type { RecordId } from '../../stored/storage.ts';

/** A kind whose statements are kept. */
export type StatedKind = Pick<Kind, 'name' | 'statements'>;

/** The record of a row once it is merged, and what to call with its warnings when the row is accepted. */
interface MergedRow<Given> {
  record: Given;
  /** Whether the load has stated the same before. */
  isRepeated?: boolean;
  /** What a person should know about the merge. */
  warnings?: string[] | undefined;
  keep: (warnings?: string[]) => void;
}

/** How a row found its record. */
export interface FoundBy {
  /** The fields that identify the record, in place of those that the source uses. */
  identity: Content;
  /** The match, if the row did not name its company for sure. A new match has no id until it is stored. */
  match?: { id?: number } | undefined;
  /** Whether the statement waits for the match to be decided. */
  held?: boolean;
  /** See `namedJson`. */
  named?: string | null;
  /** The merged company that the row names, whose domain finds the stored company. */
  mergedFrom?: number | undefined;
}

/** The statements of a batch. */
export interface Statements {
  /** Reads the statements about stored records. One statement per batch. */
  read(trx: Trx, kind: StatedKind, ids: RecordId[]): Promise<void>;
  /**
   * Merges the record at that index of the batch with what other sources say about it. If there are none, the record
   * stays as it is: the kind merges it into the stored one.
   * @param target the stored record; a new one has no id until it is written
   * @throws RepeatedRecord
   */
  merge<Given extends object>(
    index: number,
    given: Given,
    target: { id: RecordId | undefined },
    found: FoundBy,
  ): MergedRow<Given>;
  /** Returns the statements about a stored record that count, after `read`; undefined for records that are not loaded. */
  about(id: RecordId): StoredStatement[] | undefined;
  /** Returns what accepted rows change, for `commit`. Call it once. */
  changes(): StatementChanges;
}

/** Stores no statements: for rows that are not loaded, and for records that are merged already. */
export const noStatements: Statements = {
  read: async () => {},
  merge: (_index, record) => ({ record, keep: () => {} }),
  about: () => undefined,
  changes: () => ({}),
};

/** Two rows of a batch are about one record, and one of them repeats a statement: both must be stored in their order. */
export class RepeatedRecord extends Error {
  override name = 'RepeatedRecord';
}

/**
 * Returns the statements of a batch of a load.
 * @param rows the places of its records. The hash of a row is stored, so that the same row need not be read again.
 * @param repeated the ids of the records that other rows of the batch repeat
 */
export type LoadStatements = (
  rows: (Place & { hash?: string })[],
  now: string,
  repeated?: Set<string>,
) => Statements;
