/** Where a record is: the file as it was named, and the row. */
export interface Place {
  file: string;
  /**
   * The line in NDJSON and YAML; the row of a spreadsheet in CSV (the header is row 1); the number of the element, from 1,
   * in a JSON array and in EDGAR's columns; 1 in a file that is one record.
   */
  row: number;
}

/** One record of a source, which readers convert step by step to the fields of its kind. */
export interface Row extends Place {
  value: unknown;
  /** The original row, for its reject; `value` when absent, null if it is not kept. */
  raw?: unknown;
  warnings?: string[];
  /** The name of its kind, if that differs from the kind of the load. */
  kind?: string;
  /** The objects around the record in the source, nearest first. */
  around?: Record<string, unknown>[];
  /** Set if the source has only text, as CSV does: the value "12" may be a number. */
  isText?: true;
  /** What to add to the reason when the record has an unknown field. */
  hint?: string;
}

/** A record that is not loaded. The reason begins with its class and a colon. */
export interface Reject extends Place {
  reason: string;
  /** The original row, to be repaired and loaded; null if it is not kept. */
  raw: unknown;
  /** Of `raw`; see `Row`. */
  isText?: true;
  /**
   * The record as far as it can be read; several if the row can be read in several ways. It may still have its natural
   * key, so a full load knows that the record is not missing.
   */
  given?: unknown[];
  /** Set when `given` may have values in wrong fields: it counts only if it names a stored record. */
  isGuess?: true;
  /** Set when other rows of the source may be missing too: the source is not complete. */
  hidesRows?: true;
}

export type Parsed = Row | Reject;

export const isReject = (parsed: object): parsed is Reject => 'reason' in parsed;

/** Returns whether a value is an object, and neither null nor a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Stops a load for a reason other than its rows. The message is one sentence for the user. */
export class LoadError extends Error {
  override name = 'LoadError';
}

/** Stops a command before it begins: a usage error. */
export class UsageError extends LoadError {
  override name = 'UsageError';
}

/** Longest record in UTF-16 code units, so that a file without a closing quote or bracket does not exhaust memory. */
export const MAX_RECORD = 64 * 1024 * 1024;
/** Longest row of CSV, whose parser needs many bytes for each code unit. */
export const MAX_CSV_ROW = 8 * 1024 * 1024;
