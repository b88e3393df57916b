import type { SearchDocument } from '@dossier/search';
import type { Db, Trx } from '@dossier/store';
import type { z } from 'zod';
import type { FindNeighbour } from '../files/referenced-file.ts';
import type { RecordId, Storage } from './storage.ts';

/**
 * What became of one record. Ids are those that the outbox names. A reason begins with its class and a colon, by
 * which the report counts: `unknown company: no company has the domain nowhere.com`.
 */
export type Outcome =
  | { outcome: 'new' | 'changed' | 'unchanged'; id: RecordId; warnings?: string[] }
  | { outcome: 'rejected'; reason: string };

/**
 * Which natural keys this load has stored already. Two records of one load with the same key and other content
 * would change each other on every load, so the second is rejected.
 */
export interface Claims {
  /** Reads, in one statement, where this load gave these keys before. Called once a batch, before `earlier`. */
  read(keys: string[]): Promise<void>;
  /** Where this load gave the key before, such as `companies.csv row 3`. */
  earlier(key: string): string | undefined;
  /** Notes that the record at that index of the batch gives the key. */
  take(key: string, index: number): void;
}

/**
 * What a kind read in a file of its own form: its one record, or why it is none, with what it may still say; and what
 * was left out.
 */
export type Reading =
  { record: unknown; warnings: string[] } | { reason: string; warnings: string[]; given?: unknown[] };

/** What a file that holds one record gets where it does not say its own. */
export interface ReadDefaults {
  type?: string | undefined;
  date?: string | undefined;
}

/**
 * Ingest's slice for a kind of record: its shape, how it is stored, and how it is found. A new kind is one file
 * and one line in `kinds/index.ts`.
 */
export interface Kind<Schema extends z.ZodType = z.ZodType> {
  /** Singular, as in the outbox: `company`. */
  name: string;
  /** As on the command line beside the singular: `companies`. */
  plural: string;
  /**
   * A record as a source gives it, before the schema's own changes. A field that is absent leaves what is stored;
   * null clears it.
   */
  record: Schema;
  /** How to read files that hold one record in a form of the kind's own, by extension: `.md`. */
  readers?: Record<string, (text: string, file: string, defaults: ReadDefaults) => Reading>;
  /** Takes in the files that a record refers to, before it is stored. Absent for a kind that refers to none. */
  attach?(record: z.output<Schema>, find: FindNeighbour): Promise<z.output<Schema>>;
  /** The extensions of such files: they stand beside those that are read. */
  attached?: Set<string>;
  /**
   * Stores a batch in the writer's transaction, with its outbox rows, and answers for each record in order.
   * Reads what is stored in one statement a table, never one a record. `now` stamps what is new or changed.
   */
  upsert(trx: Trx, records: z.output<Schema>[], now: string, claims: Claims): Promise<Outcome[]>;
  /**
   * The search entries of records as they are now, of the search type that is the kind's name; those that are
   * gone, or are not searched, are left out. Absent for a kind that is never searched, which has no outbox rows.
   */
  searchDocuments?(db: Db | Trx, ids: string[]): Promise<SearchDocument[]>;
  storage: Storage;
  /** Of a record as a source gives it, only what names it: it changes nothing, but finds what is stored. */
  nameOf(given: Record<string, unknown>): unknown;
  /** Changes what else shows the records, before they are removed. Their parts go with them by themselves. */
  beforeRemoval?(trx: Trx, ids: number[], now: string): Promise<void>;
}
