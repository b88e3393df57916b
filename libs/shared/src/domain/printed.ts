import type { ExplainedField } from './provenance.ts';

/** What commands of ingest print with `--json`, as far as the console reads it. It starts them as programs. */

type Counts = Record<string, number>;

/** A company beside a row or another company. Empty fields are absent. */
export type ShownCompany = { name: string; domain: string } & Record<string, unknown>;

/** Who judged a match. */
export interface Judged {
  by: string | null;
  at: string;
  /** The reason that the person gave. */
  because: string | null;
  /** The run, whose reviews can be reopened together. */
  run: number | null;
}

/** What two records both state, and in what they differ. */
interface Compared {
  agrees: string[];
  contradicts: string[];
}

/** A match of `matches`. */
export interface ListedMatch extends Compared {
  id: number;
  source: string;
  /** How the row named its company; `pair` is a judgement about two stored companies. */
  way: 'name' | 'ticker' | 'domain' | 'pair';
  name: string;
  status: 'pending' | 'agreed' | 'accepted' | 'rejected';
  reason: string | null;
  place: string;
  /** What is sure of the company, without the rows under review. */
  company: ShownCompany;
  /** What the first row stated, cut short; null if it is not known. */
  row: Record<string, unknown> | null;
  /** The numbers of records whose rows found it through the match, by kind: `{"event": 2}`. */
  records: Counts;
  judged: Judged | null;
}

/** Two stored companies of one name that may be one company, of `matches duplicates`. */
export interface Duplicate extends Compared {
  /** The number of what was judged; null before. */
  id: number | null;
  name: string;
  /** The older one first. */
  companies: [ShownCompany, ShownCompany];
  status: 'open' | 'unsure' | 'different';
  judged: Judged | null;
  /** The domains of the companies whose records have changed since somebody judged. */
  changed: string[];
}

/** A record with the source of each field, of `explain`. */
export interface Explained {
  kind: string;
  key: string[];
  /** What people call the record; null for a kind without titles. */
  title: string | null;
  fields: ExplainedField[];
  /** The fields that are lists: their items are set together. */
  lists: string[];
  /** The reasons for values that were set by hand, by run. */
  reasons: Record<number, string>;
}

/** The run and the sources of a version. */
export interface VersionAuthor {
  /** Null for an unknown run: an earlier release stored the version, or the change log was pruned. */
  run: number | null;
  /** The command with its sources: `load companies feed.csv`. */
  command: string | null;
  /** The run that undid this one, and with it removed its statements; null if none did. */
  undone_by: number | null;
  /** The places in which the run found the record. */
  statements: { source: string; file: string | null; line: number | null }[];
}

/** A version of a record, or its absence after a deletion. */
export interface RecordVersion extends VersionAuthor {
  id: string | number;
  op: 'upsert' | 'delete';
  /** The time from which it was served. */
  from: string;
  /** The time at which it was replaced; null for the current version. */
  until: string | null;
  /** The fields that differ from the previous version; null for the first version. */
  fields: string[] | null;
  /** Null after a deletion. */
  content: Record<string, unknown> | null;
}

/** The versions of a record, of `history`. */
export interface RecordHistory {
  kind: string;
  key: string[];
  /** The history has no versions that were replaced before this time. */
  begins_at: string;
  /** Oldest first. */
  versions: RecordVersion[];
}

/** A record and what is deleted with it, of `delete --dry-run`. */
export interface FoundToDelete {
  kind: string;
  id: string | number;
  key: string[];
  /** The numbers of a company's records that are deleted with it: `{"filings": 2}`. */
  with: Counts;
}

/** A field that a merge changes. `before` or `after` is null if the field has no value then. */
export interface MergedField {
  field: string;
  before: unknown;
  after: unknown;
  /** The source of the value after the merge. */
  source: string | null;
}

type NamedCompany = { id: number; domain: string; name: string };

/** What a merge of two companies does, of `merge --dry-run`. */
export interface MergeEffect {
  into: NamedCompany;
  from: NamedCompany;
  /** The numbers of records that move, and of records that are joined with others, by kind in the plural. */
  moved: Counts;
  joined: Counts;
  /** The changed fields of the company that stays. */
  changes: MergedField[];
}

/** How many records a rebuild restored, changed and removed. */
export interface Rebuilt {
  restored: number;
  changed: number;
  removed: number;
}

/** What an undo does, of `undo --dry-run`. */
export interface UndoEffect {
  /** By kind, plural: the records that are restored, changed and removed. Kinds without a change are left out. */
  records: Record<string, Rebuilt>;
  /** The removed records that other runs had stored, which existed only through this run, by run. */
  ofOtherRuns: { run: number; records: Counts }[];
  /** Rows of other runs that are held now, because no fact agrees any more, and rows that are no longer held. */
  held: number;
  released: number;
  /** The run that has undone it already. */
  undoneBy?: number;
}

type Line = { kind: string; key: string[] };
type Fields = Record<string, [before: unknown, after: unknown]>;

/** What a load would do, of `plan`. */
export interface Planned {
  read: number;
  unchanged: number;
  held: number;
  rejected: number;
  /** The file with all rejected rows. */
  rejectsFile?: string;
  /** Set if the load would store nothing. */
  refused?: { message: string };
  /** Counts by class of the warning. */
  warningsBy: Counts;
  plan: {
    counts: Record<'new' | 'changed' | 'gone', number>;
    /** How many records change each field. */
    fields: Counts;
    /** The first of each outcome. */
    first: {
      new: (Line & { fields?: Fields })[];
      changed: (Line & { fields: Fields })[];
      gone: Line[];
    };
  };
}

/** The numbers of records and what waits, of `status`. */
export interface Backlog {
  /** The number of records of each kind: `{"companies": 3}`. */
  rows: Counts;
  /** Entries that wait to be indexed; `lagSeconds` is the age of the oldest. */
  outbox: { depth: number; oldest: string | null; lagSeconds: number | null };
  /** Recent runs whose rejected rows have not been loaded since. */
  rejects: { id: number }[];
}

/** A question of a drafted mapping, of `mapping init`. */
export interface MappingQuestion {
  question: string;
  /** The number of the line after the comment. */
  line: number;
  /** The line as it is drafted; null if the answer is a new line. */
  drafted: string | null;
}
