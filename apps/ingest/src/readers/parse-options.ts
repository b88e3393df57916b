import type { ReadDefaults } from '../kinds/kind.ts';

export const formats = ['ndjson', 'json', 'csv', 'tsv', 'yaml', 'md', 'html'] as const;
export type Format = (typeof formats)[number];

export interface ParseOptions {
  /** The format of every file; else each file's extension or beginning tells it. */
  format?: Format;
  encoding?: string;
  /** Where the records of YAML and JSON stand, as parts of a path; see `itemsAt`. */
  rows?: string[] | undefined;
  /** What a document gets that does not say its own; the date may be `file`, the day the file was last written. */
  defaults?: ReadDefaults;
  /** Is told the columns of each file, before the first row or, of JSON, after the last; it may throw. */
  onHead?: (columns: string[], file: string) => void;
  /** Says why a table with these columns is not read, or undefined. */
  headProblem?: (columns: string[]) => string | undefined;
  /** Is told how many bytes were read. */
  onBytes?: (count: number) => void;
}
