import type { Parsed } from '../rows/types.ts';

/** The text of one file, on its way to a reader. */
export interface Source {
  /** As reports name it. */
  name: string;
  text: AsyncIterable<string>;
  /** The bytes of a file that is not text, such as a spreadsheet. */
  bytes?: AsyncIterable<Uint8Array> | undefined;
  /** The sheet of a spreadsheet; the first visible one when absent. */
  sheet?: string | undefined;
  /** The separator of the cells of CSV; the one that fits best when absent. */
  separator?: string | undefined;
  /** When the file was last written; undefined for standard input. */
  modified?: Date | undefined;
  /** Where the records of JSON and YAML are, as parts of a path; see `itemsAt`. */
  rows?: string[] | undefined;
  /**
   * Receives the columns before the first row, from readers that know them by then. Returns why the file is not to be
   * read, or undefined; it may throw.
   */
  onColumns?: ((columns: string[]) => string | undefined) | undefined;
}

export interface Reader {
  /** Yields the rows of a source in order, each with its place. What cannot be read is a reject. */
  read(source: Source): AsyncIterable<Parsed>;
}

/** A reader and the files that it reads. */
export interface Format extends Reader {
  /** With their dot: `.csv`. */
  extensions: string[];
  /** Returns whether a text without a known extension begins as this format does. */
  begins(head: string): boolean;
  /** Set when rows are cells by column: text, or in a spreadsheet also numbers. */
  isTable?: true;
  /** Set when the reader takes bytes instead of text. */
  isBinary?: true;
}

/** The reject of a file that has no records where they should be. */
export const NO_ROWS = 'wrong format: there are no records in the file where they should be';
