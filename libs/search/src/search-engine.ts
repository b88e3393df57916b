import { ConfigError, type SearchResult, type searchTypeCounts } from '@dossier/shared';
import type { z } from 'zod';

export type SearchResultType = SearchResult['type'];
/** Categories are suggested, but no query finds them. */
export type EntryType = SearchResultType | 'category';

/** Identifies an entry. Ids are unique within a type. */
export interface SearchKey {
  type: EntryType;
  id: string;
}

/** A part of a document, such as a section. A result shows the best one. */
export interface Passage {
  /** The id of a section, which is its anchor on the public page. A result that shows the section links to it. */
  id?: string;
  title: string;
  text: string;
}

/**
 * An entry of the search. Documents are in the index 'documents', companies and filings in 'explore', news in 'news'. Names,
 * title and passages are searched; the excerpt is only shown.
 */
export interface SearchDocument extends SearchKey {
  /** What results show as `document_id`; the id by default. */
  slug?: string;
  /** The ids of its companies, for filters. */
  companies?: number[];
  /** The form of a filing or the type of a document, for filters. Case does not matter. */
  form?: string;
  /** The texts whose beginnings suggest it, best first. Without any it is never suggested. */
  suggest?: string[];
  /** Its names, best known first. A user who types one of them looks for this entry, not for others that mention it. */
  names?: string[];
  /** Other texts. A query finds it if it is one of them: domains, an accession number, a filing's form and company. */
  aliases?: string[];
  title: string;
  excerpt: string;
  /** A relative path. */
  url: string;
  /** Fixed-width UTC text with milliseconds, `2026-01-13T00:00:00.000Z`. */
  date: string;
  passages: Passage[];
}

/** Restricts a query to some entries. */
export interface SearchFilter {
  /** News is found only if this names it. */
  types?: SearchResultType[];
  /** The id of a company: only its own entry and the entries that name it in `companies`. */
  company?: number;
  /** The forms that entries of a type may have. Types without a list are not restricted. */
  forms?: Partial<Record<SearchResultType, string[]>>;
}

export interface SearchQuery {
  /** The text that the user typed: words, and "quoted phrases". */
  text: string;
  filter?: SearchFilter;
  /** Whether to count the results of each type, and the partial ones among them. */
  countTypes?: boolean;
  /** The number of results, and how many of the joined list to skip. */
  limit: number;
  offset: number;
  /** Inclusive bounds on the date, as fixed-width UTC text with milliseconds. */
  dateFrom?: string;
  dateTo?: string;
}

export interface SearchPage {
  /** The exact count of all indexes together, the same for every limit and offset. */
  total: number;
  /** The page of the joined list: results of 'documents', then of 'explore', then of 'news'. */
  results: SearchResult[];
  /** The exact count of each type, if `countTypes` is set. Together they are the total. */
  types?: TypeCounts;
  /**
   * How many results of each type match the query only in part, if `countTypes` is set: they have some of its words, or
   * a name that is one typo away. They come last in each index, unless a word was replaced by a near one.
   */
  partial?: TypeCounts;
}
export type TypeCounts = z.infer<typeof searchTypeCounts>;

/** An entry that a typed beginning suggests. */
export interface Suggestion {
  type: EntryType;
  slug: string;
  title: string;
  url: string;
  /** The text of the entry that begins as typed: its title, a ticker, another name. */
  match: string;
}

/**
 * The search port. `testing/suite/engine-suite.ts` has the cases that every engine passes.
 *
 * - An entry that the query names comes first in its index (`query/named.ts`).
 * - Then come the entries with all words, in names, title or passages. Case, accents, English plural endings and a
 *   possessive 's do not matter. The words of a quoted phrase, or of a chunk such as `e-commerce`, must be adjacent.
 *   Meilisearch checks phrases of three words or more only in part (see `meilisearch-words.ts`).
 * - A word that occurs nowhere matches the nearest words (`words/typos.ts`). A number matches only itself.
 * - If an index has too few of these entries, it also returns entries with a similar name, and its best entries with some
 *   of the words, at most 100 in total (`query/relax.ts`).
 * - No result has a word or phrase after a `-`.
 * - A text without letters and digits finds nothing. No text is an error.
 *
 * Every method rejects with SearchUnavailable when the engine cannot be used now, and with SearchTaken when the index
 * belongs to a database other than the one that it was opened for.
 */
export interface SearchEngine {
  search(query: SearchQuery): Promise<SearchPage>;
  /**
   * Returns the entries with a text, or a word of a text, that begins as typed: companies first, then categories, then
   * documents; whole texts before words inside them. If there are none, four letters or more may have one typo. The time
   * does not depend on how many entries begin as typed.
   */
  suggest(typed: string, limit: number): Promise<Suggestion[]>;
  /** Adds or replaces entries, which the next search finds. A call that fails may be partly done: repeat it. */
  put(documents: SearchDocument[]): Promise<void>;
  /** Removes entries; unknown keys are ignored. A call that fails may be partly done: repeat it. */
  remove(keys: SearchKey[]): Promise<void>;
  /** Returns the hashes (`entryHash`) of the entries with these keys, in that order; undefined for unknown keys. */
  hashes(keys: SearchKey[]): Promise<(string | undefined)[]>;
  /**
   * Lists the keys of all entries, in pages and in no order. Entries that are put or removed meanwhile may be missing; a
   * key may come twice while others are removed.
   */
  keys(): AsyncIterable<SearchKey[]>;
  /**
   * Checks that every entry is undamaged and in the full-text tables. Reads all texts. Returns a sentence for each
   * damage; concurrent writes are not damage.
   */
  check(): Promise<string[]>;
  /** Returns whether the index contains the entries of all records except those that wait in the outbox. */
  isFilled(): Promise<boolean>;
  /** Stores in the index that it is filled, and claims it. */
  markFilled(): Promise<void>;
  close(): Promise<void>;
}

/** The engine cannot be used now. The message is a short reason for API callers, without host, path or key. */
export class SearchUnavailable extends Error {
  override name = 'SearchUnavailable';
}

/** The index does not contain all entries yet, so a search would miss some. */
export class SearchFilling extends SearchUnavailable {
  override name = 'SearchFilling';

  constructor() {
    super('the search index is being filled');
  }
}

/** The file of the index is damaged and has to be removed and rebuilt. */
export class SearchDamaged extends SearchUnavailable {
  override name = 'SearchDamaged';
}

/** What to do about the file of an index that is damaged. */
export const REBUILD_SEARCH =
  'Stop the API, delete the file of SEARCH_URL and its -wal and -shm files, then run: npm run ingest -- reindex';

/** This program cannot use the existing index. The message names the remedy. */
export class SearchUnfit extends ConfigError {
  override name = 'SearchUnfit';
}

/** The version of the index is not the one that this program needs. */
export class SearchOutdated extends SearchUnfit {
  override name = 'SearchOutdated';

  constructor(needed: number) {
    super(
      `The search index is of another version. This program needs version ${needed}. ` +
        'Rebuild it with: npm run ingest -- reindex',
    );
  }
}

/** The index belongs to another database. */
export class SearchTaken extends SearchUnfit {
  override name = 'SearchTaken';

  constructor() {
    super(
      'The search index that SEARCH_URL names belongs to another database. Name another index in SEARCH_URL, or keep ' +
        'this one for the current database. Then run: npm run ingest -- reindex',
    );
  }
}

/**
 * Checks that an index can be used for a database. A new index has no owner and can be
 * used for any database.
 * @param owner the id of the database that the index belongs to
 * @throws SearchTaken when the index belongs to another database
 */
export function refuseTaken(owner: string | null | undefined, database: string | undefined): void {
  if (owner != null && database !== undefined && owner !== database) throw new SearchTaken();
}
