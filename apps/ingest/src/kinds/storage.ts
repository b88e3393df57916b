import type { Db } from '@dossier/store';
import { groupBy } from '@dossier/shared';
import { contentHash, rowsWhere } from './rows.ts';

/** How the records of a kind lie in the database: what names them and what belongs to them. */
export interface Storage {
  table: string;
  /** The columns of the natural key. */
  key: string[];
  /** True when the key is one within a company: the company's domain then comes first. */
  ofCompany: boolean;
  parts: Part[];
  /** Where the companies of a record are, when it has no `company_id`. */
  companies?: { table: string; record: string };
  /** Columns that the database assigns, beside the id. */
  assigned?: string[];
}

/** Rows of another table that belong to a record. */
export interface Part {
  name: string;
  table: string;
  /** The column that names the record. */
  record: string;
  /** With the table's name and a dot where it is not the table that the others are of. */
  columns: string[];
  /** The table of the columns, when it is another, and the column that leads to it. */
  of?: { table: string; by: string };
}

export type RecordId = string | number;

/** A record as a database has it. */
export interface State {
  /** Texts, in the order in which `delete` takes them. */
  key: string[];
  companies: number[];
  /** What it says, by field; without ids, and without the times of its changes. */
  content: Record<string, unknown>;
  /** Of every column, those times too: the same only while nobody has touched the record. */
  digest: string;
}

const UNTOLD = ['id', 'company_id', 'created_at', 'updated_at', 'content_hash'];

/** The records of these ids as they are now; those that are not there are left out. One statement a table. */
export async function readStates(
  db: Db,
  { table, key, ofCompany, parts, companies, assigned = [] }: Storage,
  ids: RecordId[],
): Promise<Map<RecordId, State>> {
  const rows = await rowsWhere<Record<string, unknown> & { id: RecordId; company_id: number }>(
    db,
    table,
    'id',
    ids,
  );
  const owners = ofCompany
    ? await rowsWhere<{ id: number; domain: string }>(
        db,
        'companies',
        'id',
        rows.map((row) => row.company_id),
        ['id', 'domain'],
      )
    : [];
  const domains = new Map(owners.map(({ id, domain }) => [id, domain]));
  const links = companies
    ? groupBy(
        await rowsWhere<Record<string, number>>(db, companies.table, companies.record, ids),
        (link) => link[companies.record]!,
      )
    : undefined;
  const belonging = new Map<string, Map<RecordId, unknown[]>>();
  for (const part of parts) belonging.set(part.name, await readPart(db, part, ids));

  return new Map(
    rows.map((row): [RecordId, State] => {
      const ofRecord = parts.map(({ name }) => [name, belonging.get(name)!.get(row.id) ?? []]);
      const own = Object.entries(row)
        .filter(([column]) => !UNTOLD.includes(column) && !assigned.includes(column))
        .map(([column, value]) => told(column, value));
      const content = Object.fromEntries([...own, ...ofRecord]) as Record<string, unknown>;
      const named = key.map((column) => String(row[column]));
      return [
        row.id,
        {
          key: ofCompany ? [domains.get(row.company_id)!, ...named] : named,
          companies: ofCompany
            ? [row.company_id]
            : (links?.get(Number(row.id)) ?? []).map((link) => link['company_id']!),
          content,
          digest: contentHash([row, ofRecord]),
        },
      ];
    }),
  );
}

/** JSON is shown as what it says. */
function told(column: string, value: unknown): [string, unknown] {
  if (!column.endsWith('_json')) return [column, value];
  return [column.slice(0, -'_json'.length), typeof value === 'string' ? JSON.parse(value) : value];
}

/** The rows of a part by record, in the order of their columns; a row of one column is its value. */
async function readPart(
  db: Db,
  { table, record, columns, of }: Part,
  ids: RecordId[],
): Promise<Map<RecordId, unknown[]>> {
  const named = columns.map((column) => (column.includes('.') ? column : `${of?.table ?? table}.${column}`));
  const labels = columns.map((column) => column.slice(column.indexOf('.') + 1));
  // Far fewer ids than a statement binds: those of a batch.
  const query = db(table)
    .whereIn(`${table}.${record}`, ids)
    .select(`${table}.${record} as record`, ...named);
  if (of) query.join(of.table, `${of.table}.id`, `${table}.${of.by}`);
  for (const column of named) query.orderBy(column);
  const rows = (await query) as (Record<string, unknown> & { record: RecordId })[];
  const shown = (row: Record<string, unknown>) => {
    const fields = labels.map((label) => told(label, row[label]));
    return fields.length === 1 ? fields[0]![1] : Object.fromEntries(fields);
  };
  return new Map([...groupBy(rows, (row) => row.record)].map(([id, found]) => [id, found.map(shown)]));
}
