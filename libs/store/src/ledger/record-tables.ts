/**
 * Where the records of a kind are stored. This is all that the ledger knows of a kind: its history, erasure, counts, outbox
 * and placement on a cluster follow from it.
 */
export interface RecordTables {
  table: string;
  /** Set for records of one company. Their rows have a `company_id`, and are deleted with it. */
  ofCompany?: true;
  /** The unique column by which a new row is found. Absent if its id is made from the natural key. */
  uniqueBy?: string;
  /** The tables of a record's parts, with the column that has its id. A version is its row and the rows of these. */
  parts: Record<string, string>;
  /** The columns of parts that refer to other records. */
  refersTo?: Record<string, 'company_id' | 'category_id'>;
  /** The tables of parts without a history, with the column that has the id of the record. */
  unkept?: Record<string, string>;
  /** Set if former versions are kept. */
  isKept?: true;
  /** The table of records or of a part whose rows have no time of change, with the column of the id. Former rows are kept. */
  untimed?: [table: string, column: string];
  /** Set if search has entries of the records: `name` if an entry shows only that field. */
  isSearched?: true | 'name';
}

/** The tables of records, in the order in which new rows refer to others. A new kind is an entry here. */
export const recordTables: Record<string, RecordTables> = {
  category: {
    ...{ table: 'categories', uniqueBy: 'slug', parts: {} },
    ...{ untimed: ['categories', 'id'], isSearched: 'name' },
  },
  company: {
    ...{ table: 'companies', uniqueBy: 'domain', isKept: true, isSearched: true },
    parts: {
      company_domains: 'company_id',
      company_financials: 'company_id',
      company_listings: 'company_id',
      company_categories: 'company_id',
    },
    refersTo: { company_categories: 'category_id' },
    unkept: { company_names: 'company_id', company_external_ids: 'company_id' },
  },
  document: {
    ...{ table: 'documents', uniqueBy: 'slug', isKept: true, isSearched: true },
    parts: { document_companies: 'document_id', document_categories: 'document_id' },
    refersTo: { document_companies: 'company_id', document_categories: 'category_id' },
    untimed: ['document_bodies', 'document_id'],
  },
  dataset: { table: 'datasets', ofCompany: true, parts: {}, isKept: true },
  filing: { table: 'filings', ofCompany: true, parts: {}, isKept: true, isSearched: true },
  news: { table: 'news', ofCompany: true, parts: {}, isKept: true, isSearched: true },
  event: { table: 'events', ofCompany: true, parts: {}, isKept: true },
  metric: { table: 'metrics', ofCompany: true, parts: { metric_citations: 'metric_id' }, isKept: true },
};

/** Returns all tables of parts that `commit` writes with a record, with the column of its id. */
export const partsOf = ({ table, parts, unkept, untimed }: RecordTables): Record<string, string> => ({
  ...parts,
  ...unkept,
  ...(untimed && untimed[0] !== table && Object.fromEntries([untimed])),
});

/** Returns the tables whose rows are deleted with the rows of a table of records, each with the column of their ids. */
export function childrenOf(table: string): [table: string, column: string][] {
  const [kind, own] = Object.entries(recordTables).find(([, each]) => each.table === table) ?? [];
  if (!kind || !own) return [];
  const id = `${kind}_id`;
  const others = Object.values(recordTables).flatMap(({ table: other, ofCompany, refersTo = {} }) => [
    ...(ofCompany && kind === 'company' ? [other] : []),
    ...Object.keys(refersTo).filter((part) => refersTo[part] === id),
  ]);
  return [...Object.entries(partsOf(own)), ...others.map((child): [string, string] => [child, id])];
}
