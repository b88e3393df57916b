import { ConfigError, type SearchResult } from '@dossier/shared';

export type SearchResultType = SearchResult['type'];

/** Names an entry: ids are unique within a type. */
export interface SearchKey {
  type: SearchResultType;
  id: string;
}

/** A part of a document. A long document has one for each section, so that a result can show the best. */
export interface Passage {
  title: string;
  text: string;
}

/**
 * What is found. The type decides the index: documents are in 'documents', companies and filings in 'explore'.
 * Names, title and passages are searched; the excerpt is only shown.
 */
export interface SearchDocument extends SearchKey {
  /** What it is called, best known first. Who types one of them looks for it, not for what mentions it. */
  names?: string[];
  title: string;
  excerpt: string;
  /** A relative path. */
  url: string;
  /** Fixed-width UTC text with milliseconds, `2026-01-13T00:00:00.000Z`. */
  date: string;
  passages: Passage[];
}

export interface SearchQuery {
  /** What the user typed: words, and "quoted phrases". */
  text: string;
  /** How many results, and how many of the joined list to skip. */
  limit: number;
  offset: number;
  /** Inclusive bounds on the date, as fixed-width UTC text with milliseconds. */
  dateFrom?: string;
  dateTo?: string;
}

export interface SearchPage {
  /** Exact, both indexes together; the same for every limit and offset. */
  total: number;
  /** The results of 'documents', then those of 'explore', cut to the page. */
  results: SearchResult[];
}

/**
 * The search port; `engine.contract.ts` says what every engine does.
 *
 * - Every word must occur in the names, in the title or in some passage. Case, accents, the endings of English plurals and
 *   a possessive 's do not matter. The words of a quoted phrase, or of one such as `e-commerce`, stand together. Of a phrase of three words or
 *   more Meilisearch only sees that each word stands right before the next somewhere in the entry, and somewhere at most a
 *   word before the next but one.
 * - A word that is found nowhere matches the words nearest to it (`typos.ts`); a number only matches itself.
 * - A long question that finds too little finds what has some of its words, the best 100 (`relax.ts`).
 * - What has the words in its names comes before what has them elsewhere, and first what has the question for a name.
 * - A text without letter or digit finds nothing. No text is an error.
 *
 * Every method rejects with SearchUnavailable when the engine cannot be used now, and with SearchTaken when the index
 * holds the entries of another database than the one that it was opened for.
 */
export interface SearchEngine {
  search(query: SearchQuery): Promise<SearchPage>;
  /** Adds or replaces entries; what is put is found by the next search. One that fails may be partly done: repeat it. */
  put(documents: SearchDocument[]): Promise<void>;
  /** Removes entries; a key that is not there is no error. One that fails may be partly done: repeat it. */
  remove(keys: SearchKey[]): Promise<void>;
  /** The hashes (`entryHash`) of what was put under these keys, in their order; undefined for one that is not there. */
  hashes(keys: SearchKey[]): Promise<(string | undefined)[]>;
  /**
   * The keys of all entries, in pages and in no order. What is put or removed meanwhile may be among them or not; while
   * something is removed, a key may come twice.
   */
  keys(): AsyncIterable<SearchKey[]>;
  /**
   * What is wrong with the index in itself, in sentences; none when every entry is what was put, and full-text tables
   * of our own have it. It reads all texts. What others write meanwhile is no fault.
   */
  check(): Promise<string[]>;
  close(): Promise<void>;
}

/** The engine cannot be used now. The message is a short reason for callers: it names no host, path or key. */
export class SearchUnavailable extends Error {
  override name = 'SearchUnavailable';
}

/** The file of the index cannot be read any more: it has to be removed and made anew. */
export class SearchDamaged extends SearchUnavailable {
  override name = 'SearchDamaged';
}

/** The index is there and not for this program to use. The message names the remedy. */
export class SearchUnfit extends ConfigError {
  override name = 'SearchUnfit';
}

/** The index is of another version than this program needs. */
export class SearchOutdated extends SearchUnfit {
  override name = 'SearchOutdated';

  constructor(needed: number) {
    super(
      `The search index is not of version ${needed}, which this program needs. ` +
        'Rebuild it with: npm run ingest -- reindex',
    );
  }
}

/** The index holds the entries of another database. */
export class SearchTaken extends SearchUnfit {
  override name = 'SearchTaken';

  constructor() {
    super(
      'The search index that SEARCH_URL names is that of another database. Name an index of its own in SEARCH_URL and ' +
        'fill it, or take this one over; both with: npm run ingest -- reindex',
    );
  }
}

/**
 * True when an index that holds the entries of one database is opened for another one. Whose it is, an index that was
 * never written to does not say, nor one of an earlier release.
 */
export const isTaken = (holds: string | null | undefined, database: string | undefined): boolean =>
  holds != null && database !== undefined && holds !== database;

/** @throws SearchTaken when `isTaken` */
export function refuseTaken(holds: string | null | undefined, database: string | undefined): void {
  if (isTaken(holds, database)) throw new SearchTaken();
}
