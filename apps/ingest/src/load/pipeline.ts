import { noReferencedFiles, type FindReferencedFile } from '../files/referenced-file.ts';
import type { Kind } from '../kinds/kind.ts';
import type { SourceItem } from '../readers/open.ts';
import { isReject, type Row } from '../rows/types.ts';
import { validate } from '../rows/validate.ts';
import { batches, type Checked, type Checkpoint, type Unchecked } from './batch.ts';
import { rowHasher, type RowHasher } from './row-hash.ts';
import { untilStopped } from './stop.ts';

/** The steps of a load and what they need. */
interface Pipeline {
  kind: Kind;
  items: AsyncIterable<SourceItem>;
  /** Whether items are acknowledged once they are stored. */
  isAcknowledged: boolean;
  batchSize: number;
  bytesRead: () => number;
  onItem?: () => void;
  store: (batch: (Checked | Unchecked)[]) => Promise<void>;
  stop: AbortSignal | undefined;
}

/**
 * Runs every row of a load through four steps: read, validate, batch, store. Rows that may repeat those of an earlier load
 * are validated when they are stored; those that do repeat one are not validated.
 */
export async function runPipeline(pipeline: Pipeline): Promise<void> {
  const { batchSize, bytesRead, store, stop } = pipeline;
  const rows = readRows(pipeline, rowHasher());
  for await (const batch of untilStopped(batches(rows, batchSize, bytesRead), stop)) {
    await store(batch);
  }
}

type Reading = Pick<Pipeline, 'kind' | 'items'> & Partial<Pipeline>;

/** Reads the rows of all items in order and validates them. */
export async function* readRecords(reading: Reading): AsyncGenerator<Checked | Checkpoint> {
  for await (const row of readRows(reading, () => undefined)) yield 'check' in row ? row.check() : row;
}

/** Reads the rows of all items in order and validates those without a hash. */
async function* readRows(
  { kind: loaded, items, isAcknowledged = false, onItem }: Reading,
  hashOf: RowHasher,
): AsyncGenerator<Checked | Unchecked | Checkpoint> {
  for await (const { rows, find = noReferencedFiles, onStored } of items) {
    onItem?.();
    for await (const row of rows) {
      if (isReject(row)) yield row;
      else {
        const kind = (row.kind !== undefined && loaded.brings?.[row.kind]) || loaded;
        const hash = hashOf(kind, row);
        if (hash === undefined) yield await withFiles(validateRow(row, kind), kind, find);
        else yield { file: row.file, row: row.row, kind, hash, check: () => validateRow(row, kind, hash) };
      }
    }
    if (onStored && isAcknowledged) yield { onStored };
  }
}

/** Imports the files that a record refers to. */
async function withFiles(checked: Checked, kind: Kind, find: FindReferencedFile): Promise<Checked> {
  if (isReject(checked) || !kind.importFiles) return checked;
  return { ...checked, record: await kind.importFiles(checked.record, find) };
}

/** Validates a row against the schema of its kind. */
function validateRow(row: Row, kind: Kind, hash?: string): Checked {
  const { file, value, raw = value, isText, warnings = [], hint } = row;
  const origin = { file, row: row.row, raw, ...(isText && { isText }) };
  const valid = validate(kind.record, value);
  if ('reason' in valid) {
    const isHinted = hint !== undefined && valid.reason.startsWith('unknown field: ');
    return { ...origin, reason: isHinted ? `${valid.reason}; ${hint}` : valid.reason, given: [value] };
  }
  const all = [...warnings, ...(kind.warningsOf?.(value as object) ?? [])];
  return { ...origin, kind, record: valid.record, warnings: all, ...(hash !== undefined && { hash }) };
}
