import { groupBy } from '@dossier/shared';
import { commit, noteChanges, type CategoryRow, type Change, type Trx } from '@dossier/store';
import { canonicalJson, rowsWhere } from './rows.ts';

type Columns = Record<string, unknown>;

/**
 * Returns the fields in which the content of a record differs from its stored row, under the names that the API shows.
 * @param shown the fields of columns that the API shows under other names
 */
export function changedFields(stored: object, content: object, shown: Record<string, string> = {}): string[] {
  const differs = ([column, value]: [string, unknown]) =>
    valueOf(column, (stored as Columns)[column]) !== valueOf(column, value);
  const changed = Object.entries(content).filter(differs);
  const fields = changed.map(([column]) => shown[column] ?? column.replace(/_(?:json|hash)$/, ''));
  return [...new Set(fields)];
}

/** Returns a text that is equal for two values if the databases store them alike. */
function valueOf(column: string, value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean') return String(Number(value));
  return canonicalJson(column.endsWith('_json') ? JSON.parse(value as string) : value);
}

/** Stores new categories, and returns them with their ids. */
export async function addCategories(
  trx: Trx,
  now: string,
  categories: Omit<CategoryRow, 'id'>[],
): Promise<CategoryRow[]> {
  const changes = categories.map(({ slug, name }): Change => ({
    ...{ op: 'upsert', kind: 'category', record: {}, isNew: true },
    ...{ key: [slug], companies: [], fields: null, row: { slug, name } },
  }));
  await commit(trx, now, { changes });
  return categories.map((category, i) => ({ ...category, id: Number(changes[i]!.record.id) }));
}

const KINDS = {
  company: { table: 'companies', key: 'domain' },
  document: { table: 'documents', key: 'slug' },
};

/** Adds records to the change log that changed because other records did, such as their categories. */
export async function noteChangedRecords(
  trx: Trx,
  now: string,
  kind: keyof typeof KINDS,
  ids: number[],
  fields: string[],
): Promise<void> {
  const { table, key } = KINDS[kind];
  const rows = await rowsWhere<{ id: number } & Record<string, string>>(trx, table, 'id', ids, ['id', key]);
  const links =
    kind === 'company' ? undefined : groupBy(await linksOf(trx, ids), ({ document_id }) => document_id);
  const companiesOf = (id: number) => links?.get(id)?.map(({ company_id }) => company_id) ?? [];
  await noteChanges(
    trx,
    now,
    rows.map((row) => ({
      op: 'upsert',
      kind,
      record: row.id,
      key: [row[key]!],
      companies: links ? companiesOf(row.id) : [row.id],
      fields,
    })),
  );
}

const linksOf = (trx: Trx, ids: number[]) =>
  rowsWhere<{ document_id: number; company_id: number }>(trx, 'document_companies', 'document_id', ids);
