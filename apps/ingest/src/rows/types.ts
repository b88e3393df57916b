/** Where a record stands: the file as it was named, and the row. */
export interface Place {
  file: string;
  /**
   * The line in NDJSON and YAML; the row as a spreadsheet counts it in CSV (the head is row 1); the element's number, from
   * 1, in a JSON array and in EDGAR's columns; 1 in a file that is one record.
   */
  row: number;
}

/** One record as a source gave it. */
export interface Row extends Place {
  value: unknown;
  /** What its reject keeps, when it is not the value; see `Reject`. */
  raw?: unknown;
  warnings?: string[];
  /** Set when a file of one kind brings a record of another. */
  kind?: string;
  /** The objects around the record in the source, nearest first. */
  around?: Record<string, unknown>[];
  /** Set when values are text whatever they mean, as in CSV. */
  isText?: true;
  /** Set when it comes from a rejects file. */
  isMended?: true;
}

/** A record that is not loaded. The reason begins with its class and a colon. */
export interface Reject extends Place {
  reason: string;
  /** The row as the source had it, so that it can be mended and loaded; null where it is not kept. */
  raw: unknown;
  /** Of `raw`, as of a row. */
  isText?: true;
  /**
   * What the row may say, as far as it could be read: values as those of a row, and records once the mapping is through
   * with them. It may still name its record.
   */
  given?: unknown[];
  /** Set when what is given may stand in wrong fields: it names a record only where one is stored. */
  isGuess?: true;
  /** Set when other rows of the source may be missing with it: the source is not whole. */
  hidesRows?: true;
}

export type Parsed = Row | Reject;

export const isReject = (parsed: object): parsed is Reject => 'reason' in parsed;

/** What stops a load: nothing is wrong with the rows. Its message is one sentence for the user. */
export class LoadError extends Error {
  override name = 'LoadError';
}

/** What stops a command before it begins: it was called wrongly. */
export class UsageError extends LoadError {
  override name = 'UsageError';
}

/** Longest record in UTF-16 code units, so that a file without its closing quote or bracket cannot fill the memory. */
export const MAX_RECORD = 64 * 1024 * 1024;
