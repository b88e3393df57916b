import type { CompanyRow, Tracked } from '@dossier/store';
import type { CompanyReference } from '../fields/references.ts';

/** Facts about its company in a record, which may agree with a company or contradict it. */
export interface StatedFacts {
  type?: string | null | undefined;
  country?: string | null | undefined;
  city?: string | null | undefined;
  foundingYear?: number | null | undefined;
  people?: string[];
  /** The names of its legal entities. */
  entities?: string[];
  listings?: Listing[];
  /** Days or times at which the company existed. */
  dates?: (string | null | undefined)[];
  /** The day the source was made. */
  asOf?: string | undefined;
}

export interface Listing {
  ticker: string;
  venue?: string | null | undefined;
  listed_at?: string | null | undefined;
}

type Company = Pick<CompanyRow, 'id' | 'domain' | 'cik'>;

/** A row of a table whose records belong to companies. */
export type RowOfCompany = Tracked & { id: string; company_id: number };
/** The columns of a row that a kind decides. */
export type Columns<Row> = Omit<Row, 'id' | 'company_id' | keyof Tracked>;
/** The columns that state what a record says, once it is merged into the stored row. */
export type ContentColumns<Row, Derived extends keyof Columns<Row> = never> = Omit<Columns<Row>, Derived>;

/** How records of a kind become rows. */
export interface RowRules<
  Given = CompanyReference,
  Row = RowOfCompany,
  Derived extends keyof Columns<Row> = never,
> {
  /** Returns the natural key, after the company, in the order of `Storage.key`. */
  keyOf: (given: Given) => string[];
  /** Returns the id of a new record. */
  idOf: (company: Company, key: string[]) => string;
  /**
   * Returns what the record says once it is merged into the stored row, or why it is rejected. Only this decides
   * whether the row changes.
   */
  contentOf: (
    given: Given,
    to: { company: Company; id: string; stored: Row | undefined; now: string },
  ) => ContentColumns<Row, Derived> | { reason: string };
  /**
   * Returns the columns that follow from the content. They are written with it, but never make a row count as
   * changed: a migration that adds such a column also fills it for the stored rows.
   */
  derived?: (content: ContentColumns<Row, Derived>) => Pick<Row, Derived>;
  /** Called for each record that is stored or unchanged. Returns warnings. */
  onAccepted?: (given: Given, row: Row, stored: Row | undefined) => string[];
  /** The rows of a part that a record replaces. */
  partRows?: PartRowRules<Given, Row>;
  /** Returns what the record says about its company, besides the reference itself. */
  facts?: (given: Given) => StatedFacts;
  /** Distinguishes the records of a natural key that may belong to several. */
  parts?: PartRules<Given, Row>;
}

/** Distinguishes records with the same natural key. The first has part 1. */
interface PartRules<Given, Row> {
  partOf: (row: Row) => number;
  /** Returns what tells the parts apart. */
  mark: (given: Given) => string | undefined;
  /**
   * Returns whether the record says the same as the row in what tells parts apart; undefined when it says nothing, so
   * that any row is meant.
   */
  isSame: (given: Given, row: Row) => boolean | undefined;
}

/** How a record replaces the rows of its only part, such as citations. */
interface PartRowRules<Given, Row> {
  isChanged: (row: Row, stored: Row | undefined) => boolean;
  /** Returns the new rows, without the column of the record. @param stored the stored rows */
  rowsOf: (given: Given, stored: object[], now: string) => object[];
}
