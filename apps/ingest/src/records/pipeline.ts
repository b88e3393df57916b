import { noReferencedFiles, type FindReferencedFile } from '../files/referenced-file.ts';
import type { Kind } from '../kinds/kind.ts';
import type { SourceItem } from '../readers/open.ts';
import { isReject, type Row } from '../rows/types.ts';
import { validate } from '../rows/validate.ts';
import { batches, type Checked, type Checkpoint } from './batch.ts';
import { untilStopped } from './stop.ts';

/** The four steps of a load and what they need. */
interface Pipeline {
  kind: Kind;
  items: AsyncIterable<SourceItem>;
  /** Whether items are acknowledged once they are stored. */
  isAcknowledged: boolean;
  batchSize: number;
  bytesRead: () => number;
  onItem?: () => void;
  store: (batch: Checked[]) => Promise<void>;
  stop: AbortSignal | undefined;
}

/** Runs every row of a load through four steps: read, validate, batch, store. */
export async function runPipeline(pipeline: Pipeline): Promise<void> {
  const { batchSize, bytesRead, store, stop } = pipeline;
  const records = readRecords(pipeline);
  for await (const batch of untilStopped(batches(records, batchSize, bytesRead), stop)) {
    await store(batch);
  }
}

/** Reads the rows of all items in order and validates them. */
export async function* readRecords({
  kind,
  items,
  isAcknowledged = false,
  onItem,
}: Pick<Pipeline, 'kind' | 'items'> & Partial<Pipeline>): AsyncGenerator<Checked | Checkpoint> {
  for await (const { rows, find = noReferencedFiles, onStored } of items) {
    onItem?.();
    for await (const row of rows) yield isReject(row) ? row : await validateRow(row, kind, find);
    if (onStored && isAcknowledged) yield { onStored };
  }
}

/** Validates a row against the schema of its kind, and imports the files that the record refers to. */
async function validateRow(row: Row, loaded: Kind, find: FindReferencedFile): Promise<Checked> {
  const { file, value, raw = value, isText, warnings = [], hint } = row;
  const kind = (row.kind !== undefined && loaded.brings?.[row.kind]) || loaded;
  const origin = { file, row: row.row, raw, ...(isText && { isText }) };
  const valid = validate(kind.record, value);
  if ('reason' in valid) {
    const isHinted = hint !== undefined && valid.reason.startsWith('unknown field: ');
    return { ...origin, reason: isHinted ? `${valid.reason}; ${hint}` : valid.reason, given: [value] };
  }
  const record = kind.importFiles ? await kind.importFiles(valid.record, find) : valid.record;
  return { ...origin, kind, record, warnings };
}
