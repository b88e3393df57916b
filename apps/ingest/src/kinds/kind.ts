import type { SearchDocument } from '@dossier/search';
import type { Content, Rules } from '@dossier/shared';
import type { Db, Reindex, StoredStatement, Trx } from '@dossier/store';
import type { z } from 'zod';
import type { FindReferencedFile } from '../files/referenced-file.ts';
import type { CompanyReference } from '../fields/references.ts';
import type { RecordId, Storage } from '../stored/storage.ts';
import type { Columns, RowOfCompany, RowRules, StatedFacts } from './row-rules.ts';

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
 * A kind of record: its schema, how it is stored and how it is found by search. A new kind is one folder or file and one
 * line in `kinds/index.ts`, and, unless its records belong to companies, a folder of `ledger/`.
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
  /** How records that belong to companies become rows; for other kinds, the folder of the ledger that stores them. */
  rules: RowRules | 'companies' | 'categories' | 'documents';
  /** Set for companies that another kind's source mentions: a stored company only gets a missing CIK. */
  onlyCreates?: true;
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
  /** Returns the search entries of other records that show these ones. */
  shownBy?(trx: Trx, ids: RecordId[]): Promise<Reindex[]>;
}

/** How the statements of several sources about a record of a kind become one record. */
export interface StatementRules {
  /** Returns the rules of a record's fields. Fields without one identify the record. */
  rulesOf: (content: Content) => Rules;
  /** Returns the content of records that exist because other records name them, with a source for it. */
  named?: (db: Db | Trx, ids: RecordId[]) => Promise<Map<RecordId, Named>>;
  /**
   * Removes references to records that are no longer stored from merged records, and returns the rest in the form of
   * parsed records.
   */
  settled?: (trx: Trx, merged: MergedRecord[], now: string) => Promise<Content[]>;
  /** Returns the content of stored records that stay without statements, because other records name them. */
  remains?: (trx: Trx, ids: RecordId[]) => Promise<Map<RecordId, Content>>;
  /** Fields that cannot be set by hand. */
  unsettable?: string[];
}

/** A record, merged from its statements. */
export interface MergedRecord {
  record: Content;
  said: StoredStatement[];
}

/** What other records say about a record by naming it. */
export interface Named {
  content: Content;
  source: string;
}

/** Returns a kind whose records belong to companies. The ledger reads and writes them by these rules. */
export function rowKind<
  Schema extends z.ZodType<CompanyReference>,
  Row extends RowOfCompany,
  Derived extends keyof Columns<Row> = never,
>(kind: Omit<Kind<Schema>, 'rules'>, rules: RowRules<z.output<Schema>, Row, Derived>): Kind<Schema> {
  return {
    ...kind,
    ...(rules.facts && { statedFacts: (record) => rules.facts!(record as z.output<Schema>) }),
    rules: rules as unknown as RowRules,
  };
}
