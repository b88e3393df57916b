import { groupBy } from '@dossier/shared';
import type { Change, Trx } from '@dossier/store';
import type { Kind } from '../kinds/kind.ts';
import { rowsWhere } from '../stored/rows.ts';
import { canonicalJson } from '../stored/hash.ts';
import type { RecordId } from '../stored/storage.ts';

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

/** A row that links a record to a company. */
export type CompanyLink = { company_id: number } & Record<string, string | number>;

/** Returns the changes of records that change because other records do, such as their categories. */
export async function changesOfOthers(
  trx: Trx,
  { name, storage: { table, key, companies } }: Pick<Kind, 'name' | 'storage'>,
  ids: Iterable<number>,
  fields: string[],
  { linksOf, columns }: { linksOf?: (links: CompanyLink[]) => CompanyLink[]; columns?: object } = {},
): Promise<Change[]> {
  const all = [...ids];
  const rows = await rowsWhere<{ id: number } & Record<string, string>>(trx, table, 'id', all, [
    'id',
    ...key,
  ]);
  const links = companies
    ? groupBy(
        await rowsWhere<CompanyLink>(trx, companies.table, companies.record, all),
        (link) => link[companies.record]!,
      )
    : new Map<number, CompanyLink[]>();
  return rows.map((row) => {
    const stored = links.get(row.id) ?? [];
    const after = linksOf?.(stored);
    return {
      ...{ op: 'upsert', kind: name, record: { id: row.id }, key: key.map((column) => row[column]!), fields },
      companies: [...stored, ...(after ?? [])].map(({ company_id }) => company_id),
      ...(columns && { columns }),
      ...(after && { parts: { [companies!.table]: after } }),
    };
  });
}

/** Returns the deletion of a record. */
export const deletionOf = (
  { name }: Kind,
  id: RecordId,
  rest: Pick<Change, 'key' | 'companies' | 'deletedFrom' | 'keepsStatements'>,
): Change => ({ op: 'delete', kind: name, record: { id }, fields: null, ...rest });
