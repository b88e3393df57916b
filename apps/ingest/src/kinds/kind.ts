import type { SearchDocument } from '@dossier/search';
import type { Commit, Db, Trx, UnsureWay } from '@dossier/store';
import type { z } from 'zod';
import type { FindReferencedFile } from '../files/referenced-file.ts';
import type { StatedFacts } from './identity.ts';
import type { StatementRules, Statements } from './statements.ts';
import type { RecordId, Storage } from './storage.ts';

/**
 * What happened to one record, with the id that the outbox uses. A rejection reason starts with its class and a
 * colon, by which the report counts: `unknown company: no company has the domain nowhere.com`.
 */
export type Outcome =
  /** `merged`: the row adds nothing to the record of another row, and has fewer fields. */
  | { outcome: 'new' | 'changed' | 'unchanged' | 'merged'; id: RecordId; warnings?: string[] }
  /** It is not sure that the row is about the company that it names. Its content is stored, but does not count yet. */
  | { outcome: 'held'; id: RecordId; way: UnsureWay; warnings?: string[] }
  | { outcome: 'rejected'; reason: string };

/**
 * The natural keys that a load has stored so far. Two records with the same key but different content would change
 * each other on every load, so the second one is rejected.
 */
export interface SeenKeys {
  /** Looks up keys in one statement. Call it once per batch, before `find`. */
  read(keys: string[]): Promise<void>;
  /** Returns where this load saw the key before, such as `companies.csv row 3`. */
  find(key: string): string | undefined;
  /** Adds the key of the record at that index of the batch. */
  add(key: string, index: number): void;
  /** Returns the place of the record at that index of the batch, such as `companies.csv row 3`. */
  placeOf(index: number): string;
}

/** Returns the seen key of the record of a repeated row, whose natural key is not read. */
export const recordKey = (kind: string, id: RecordId): string => `record ${kind} ${id}`;

/** The seen keys of records that are not rows of a load: none. */
export const noSeenKeys: SeenKeys = {
  read: async () => {},
  find: () => undefined,
  add: () => {},
  placeOf: () => '',
};

/** The record of a page with warnings, or the reason for rejecting it. */
export type Reading =
  { record: unknown; warnings: string[] } | { reason: string; warnings: string[]; given?: unknown[] };

/** A format of files that contain one record each, such as Markdown. */
export interface PageFormat {
  /** With their dot: `.md`. */
  extensions: string[];
  /** Matches the beginning of a text in this format, for files without a known extension. */
  begins: RegExp;
  parse(text: string, file: string, defaults: ReadDefaults): Reading;
}

/** Values for a page that does not state them itself. */
export interface ReadDefaults {
  type?: string | undefined;
  date?: string | undefined;
  /** Whether the date is the one of the file. */
  isDateOfFile?: boolean;
}

/**
 * A kind of record: its schema, how it is stored and how it is found by search. A new kind is one folder or file,
 * and one line in `kinds/index.ts`.
 */
export interface Kind<Schema extends z.ZodType = z.ZodType> {
  /** Singular, as in the outbox: `company`. */
  name: string;
  /** Plural, as on the command line: `companies`. */
  plural: string;
  /** The schema of a record as a source writes it. An absent field keeps the stored value; null clears it. */
  record: Schema;
  /** The formats that only this kind is read from, by name: `md`. */
  formats?: Record<string, PageFormat>;
  /** What the kind takes from the SEC's JSON files; absent for a kind that takes nothing. */
  edgar?: 'company' | 'filings' | 'facts';
  /** Other kinds that the sources of this kind may contain, by name. */
  brings?: Record<string, Kind>;
  /**
   * Returns whether loading the same row again changes nothing, as long as nothing else has written its record or its
   * company. Missing for a kind whose rows must always be read again.
   */
  canRepeat?: (given: Record<string, unknown>) => boolean;
  /** Imports the files that a record refers to, before the record is stored. */
  importFiles?(record: z.output<Schema>, find: FindReferencedFile): Promise<z.output<Schema>>;
  /** The extensions of files that `importFiles` accepts: they may be in a folder that is loaded. */
  importedExtensions?: Set<string>;
  /**
   * Stores a batch and its outbox rows in the writer's transaction, and returns the outcomes in the order of the
   * records. Reads stored rows with one statement per table, never one per record. `now` is the time of new and
   * changed rows. `statements` keeps what each record says and merges it with what other sources say.
   */
  upsert(
    trx: Trx,
    records: z.output<Schema>[],
    now: string,
    seenKeys: SeenKeys,
    statements?: Statements,
  ): Promise<Outcome[]>;
  /** Returns warnings about values of a source that are read as other ones. */
  warningsOf?(given: object): string[];
  /** Returns what a record says about its company, for kinds whose records belong to companies. */
  statedFacts?(record: unknown): StatedFacts;
  /** How the statements of several sources are merged. Absent for kinds in which only the last load counts. */
  statements?: StatementRules;
  /**
   * Returns the current search entries of records, without deleted ones. Absent for a kind that is not searched: it
   * has no outbox rows either.
   */
  searchDocuments?(db: Db | Trx, ids: string[]): Promise<SearchDocument[]>;
  storage: Storage;
  /** The fields that name records of other kinds, with these kinds. */
  names?: Record<string, string>;
  /** How the fields of other kinds name records of this one. */
  namedBy?: {
    namesOf(trx: Trx, ids: RecordId[]): Promise<Set<string>>;
    /** Returns a name as `namesOf` returns it. Absent if sources write it so. */
    fold?: (name: string) => string;
  };
  /**
   * Returns the part of a record, as a source writes it, that identifies it. Loading that part changes nothing but
   * finds the stored record.
   */
  nameOf(given: Record<string, unknown>): unknown;
  /**
   * Returns whether two stored records with the same natural key are one record. Absent for kinds in which they always are.
   * Other kinds number such records in the column `part`.
   */
  isSameRecord?(one: Record<string, unknown>, other: Record<string, unknown>): boolean;
  /**
   * Returns what else changes when these records are deleted: the records and search entries that show them. For records of
   * companies, it is also called after they are stored.
   */
  alsoChanged?(trx: Trx, ids: RecordId[]): Promise<Commit>;
}
