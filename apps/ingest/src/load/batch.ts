import type { Kind } from '../kinds/kind.ts';
import { isReject, type Place, type Reject } from '../rows/types.ts';

/** A record that fits the schema of its kind, with its row in the source. */
export interface Valid extends Place {
  kind: Kind;
  record: unknown;
  raw: unknown;
  isText?: true;
  warnings: string[];
  /** See `rowHasher`. */
  hash?: string;
}

export type Checked = Valid | Reject;

/** A row that is not validated yet: if it repeats a row of an earlier load, it need not be. */
export interface Unchecked extends Place {
  kind: Kind;
  hash: string;
  check(): Checked;
}

/** A mark between records; called once everything before it is stored. */
export interface Checkpoint {
  onStored(): Promise<void>;
}

/** A batch is also full after this many bytes, since documents are long. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Groups rows, in order, into batches of one kind each. A batch must be stored before the next one is requested,
 * since the checkpoints after it are called then.
 * @param bytesRead returns how many bytes of the sources were read so far
 */
export async function* batches<R extends Checked | Unchecked>(
  rows: AsyncIterable<R | Checkpoint>,
  size: number,
  bytesRead: () => number,
): AsyncGenerator<R[]> {
  let batch: R[] = [];
  let kind: Kind | undefined;
  let start = bytesRead();
  for await (const row of rows) {
    if ('onStored' in row) {
      if (batch.length > 0) yield batch;
      batch = [];
      kind = undefined;
      start = bytesRead();
      await row.onStored();
      continue;
    }
    const isOther = !isReject(row) && kind !== undefined && row.kind !== kind;
    if (batch.length >= size || isOther || (batch.length > 0 && bytesRead() - start > MAX_BYTES)) {
      yield batch;
      batch = [];
      kind = undefined;
      start = bytesRead();
    }
    batch.push(row);
    if (!isReject(row)) kind = row.kind;
  }
  if (batch.length > 0) yield batch;
}
