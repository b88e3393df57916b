import { isReject, type Parsed, type Place, type Reject } from '../rows/types.ts';
import type { Reader, Source } from './reader.ts';

/** One line of a rejects file, which is loaded like any other file once its rows are repaired. */
export interface RejectedLine extends Pick<Reject, 'file' | 'row' | 'reason' | 'raw' | 'isText'> {
  /** How the row was loaded, so that `retry` can load it again. */
  load?: RejectedLoad | undefined;
}

/** The kind and the options of a load that its rows depend on. */
export interface RejectedLoad {
  kind: string;
  mapping?: string | undefined;
  domains?: string | undefined;
  source?: string | undefined;
  slugPrefix?: string | undefined;
  type?: string | undefined;
  date?: string | undefined;
  createCompanies?: boolean | undefined;
}

const FIELDS = ['file', 'row', 'reason', 'raw', 'isText', 'load'];

/** Returns whether a line at the beginning of NDJSON has the fields of a rejects file. Repaired lines may be plain rows. */
export function beginsAsRejects(head: string): boolean {
  const isRejected = (line: string) =>
    ['file', 'row', 'reason', 'raw'].every((field) => line.includes(`"${field}"`));
  return head.split('\n').some(isRejected);
}

/**
 * Reads a rejects file: each line is the row that was rejected, at its place in the rejects file.
 * @param readText reads a text that could not be read as a row
 * @param keepsPlace keeps the place of the row in its source
 */
export const rejectsReader = (
  reader: Reader,
  readText: (text: string, source: Source) => AsyncIterable<Parsed>,
  keepsPlace = false,
): Reader => ({
  async *read(source) {
    for await (const row of reader.read({ ...source, rows: undefined })) {
      if (isReject(row) || !isRejectedLine(row.value)) yield row;
      else yield* repairedRows(row.value, keepsPlace ? row.value : row, (text) => readText(text, source));
    }
  },
});

function isRejectedLine(value: unknown): value is RejectedLine {
  if (value === null || typeof value !== 'object' || !('raw' in value)) return false;
  const { file, row, reason } = value as Partial<RejectedLine>;
  const isWhole = typeof file === 'string' && typeof row === 'number' && typeof reason === 'string';
  return isWhole && Object.keys(value).every((field) => FIELDS.includes(field));
}

/** The reason of the second row of a load with one key. Loaded by itself, it would overwrite the first. */
const DUPLICATE = /^duplicate .* row \d+ /s;
const ON_PURPOSE = '; to load this row instead, make its reason ""';
/** A reject keeps the columns of its table, but not the name of the mapping. */
const HINT = 'if the row came through a mapping, give that again with --mapping, or load the file with retry';

async function* repairedRows(
  { file: origin, reason, raw, isText }: RejectedLine,
  { file, row }: Place,
  readText: (text: string) => AsyncIterable<Parsed>,
): AsyncGenerator<Parsed> {
  const place = { file, row };
  if (DUPLICATE.test(reason)) {
    yield { ...place, reason: reason.replace(ON_PURPOSE, '') + ON_PURPOSE, raw, ...(isText && { isText }) };
    return;
  }
  if (raw !== null && typeof raw === 'object') {
    yield { ...place, value: raw, hint: HINT, ...(isText && { isText }) };
    return;
  }
  let rows = 0;
  for await (const parsed of typeof raw === 'string' ? readText(raw) : []) {
    rows++;
    yield { ...parsed, ...place };
  }
  if (rows > 0) return;
  yield { ...place, reason: `no row: what was rejected is not kept here; load ${origin} again`, raw };
}
