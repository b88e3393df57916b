import type { Db } from '@dossier/store';
import { groupBy } from '@dossier/shared';
import { mainDomains, rowsWhere } from './rows.ts';
import { contentHash } from './hash.ts';

/** Where the records of a kind are stored: their table, natural key and parts. */
export interface Storage {
  table: string;
  /** The columns of the natural key. */
  key: string[];
  /** Whether the key is unique within a company. The company's domain then comes first. */
  ofCompany: boolean;
  parts: Part[];
  /** The table that links records to companies, for records without `company_id`. */
  companies?: { table: string; record: string };
  /** Columns that the database assigns, besides the id. */
  assigned?: string[];
  /** The fields of columns that the API shows under other names. */
  shown?: Record<string, string>;
}

/** Rows of another table that belong to a record. */
export interface Part {
  name: string;
  table: string;
  /** The column with the id of the record. */
  record: string;
  /** With a table name and a dot for a column of another table than the rest. */
  columns: string[];
  /** The joined table that has the columns, and the column that refers to it. */
  of?: { table: string; by: string };
}

export type RecordId = string | number;

/** What names a stored record. */
export interface Named {
  /** The natural key, in the order in which `delete` accepts it. */
  key: string[];
  companies: number[];
}

/** A stored record. */
export interface State extends Named {
  /** Its fields, without ids and times. */
  content: Record<string, unknown>;
  /** The hash of all columns, including the times of change: equal while nobody has written the record. */
  digest: string;
}

const UNSTATED = ['id', 'company_id', 'created_at', 'updated_at', 'content_hash'];

type StoredRow = Record<string, unknown> & { id: RecordId; company_id: number };

/** Returns the natural keys and companies of the stored records with these ids. */
export async function readNames(db: Db, storage: Storage, ids: RecordId[]): Promise<Map<RecordId, Named>> {
  const columns = ['id', ...storage.key, ...(storage.ofCompany ? ['company_id'] : [])];
  return namesOf(db, storage, await rowsWhere<StoredRow>(db, storage.table, 'id', ids, columns));
}

async function namesOf(
  db: Db,
  { key, ofCompany, companies }: Storage,
  rows: StoredRow[],
): Promise<Map<RecordId, Named>> {
  const domains = await mainDomains(db, ofCompany ? rows.map((row) => row.company_id) : []);
  const ids = rows.map(({ id }) => id);
  const links = companies
    ? groupBy(
        await rowsWhere<Record<string, number>>(db, companies.table, companies.record, ids),
        (link) => link[companies.record]!,
      )
    : undefined;
  return new Map(
    rows.map((row): [RecordId, Named] => {
      const named = key.map((column) => String(row[column]));
      return [
        row.id,
        {
          key: ofCompany ? [domains.get(row.company_id)!, ...named] : named,
          companies: ofCompany
            ? [row.company_id]
            : (links?.get(Number(row.id)) ?? []).map((link) => link['company_id']!),
        },
      ];
    }),
  );
}

/** Returns the stored records with these ids. One statement per table. */
export async function readStates(db: Db, storage: Storage, ids: RecordId[]): Promise<Map<RecordId, State>> {
  const { table, parts, assigned = [] } = storage;
  const rows = await rowsWhere<StoredRow>(db, table, 'id', ids);
  const names = await namesOf(db, storage, rows);
  const belonging = new Map<string, Map<RecordId, unknown[]>>();
  for (const part of parts) belonging.set(part.name, await readPart(db, part, ids));

  return new Map(
    rows.map((row): [RecordId, State] => {
      const ofRecord = parts.map(({ name }) => [name, belonging.get(name)!.get(row.id) ?? []]);
      const own = Object.entries(row)
        .filter(([column]) => !UNSTATED.includes(column) && !assigned.includes(column))
        .map(([column, value]) => namedValue(column, value));
      const content = Object.fromEntries([...own, ...ofRecord]) as Record<string, unknown>;
      return [row.id, { ...names.get(row.id)!, content, digest: contentHash([row, ofRecord]) }];
    }),
  );
}

/** Returns the name and value of a column; JSON columns are parsed. */
function namedValue(column: string, value: unknown): [string, unknown] {
  if (!column.endsWith('_json')) return [column, value];
  return [column.slice(0, -'_json'.length), typeof value === 'string' ? JSON.parse(value) : value];
}

/** Returns the rows of a part by record, sorted by their columns. A row of one column is its value. */
async function readPart(
  db: Db,
  { table, record, columns, of }: Part,
  ids: RecordId[],
): Promise<Map<RecordId, unknown[]>> {
  const named = columns.map((column) => (column.includes('.') ? column : `${of?.table ?? table}.${column}`));
  const labels = columns.map((column) => column.slice(column.indexOf('.') + 1));
  // A batch has far fewer ids than a statement can bind.
  const query = db(table)
    .whereIn(`${table}.${record}`, ids)
    .select(`${table}.${record} as record`, ...named);
  if (of) query.join(of.table, `${of.table}.id`, `${table}.${of.by}`);
  for (const column of named) query.orderBy(column);
  const rows = (await query) as (Record<string, unknown> & { record: RecordId })[];
  const shown = (row: Record<string, unknown>) => {
    const fields = labels.map((label) => namedValue(label, row[label]));
    return fields.length === 1 ? fields[0]![1] : Object.fromEntries(fields);
  };
  return new Map([...groupBy(rows, (row) => row.record)].map(([id, found]) => [id, found.map(shown)]));
}
