import { groupBy, inParts } from '@dossier/shared';
import { insertRows } from '../../sql/insert.ts';
import type { Trx } from '../../sql/open.ts';
import type { Deltas, Row } from './deltas.ts';

/** Rows of a list over several tables, in its order. */
export interface List {
  table: string;
  columns: string[];
  /** The column of the list with the id of the company or document that owns a row, and what else is true of the rows. */
  owner: string;
  where?: Record<string, string>;
  /** The column with the id of the owner in each table that the list is made of. */
  sources: Record<string, string>;
  /** The columns of the owner's own table that matter. */
  watched: string[];
  /** The rows as SQL, and its column with the id of the owner. */
  select: string;
  selectOwner: string;
}

/**
 * The financials of active companies, for all together and for each category, and the companies and documents of categories. The
 * date of a company is that of its profile.
 */
export const LISTS: List[] = [
  {
    table: 'ranked',
    columns: ['company_id', 'name', 'type', 'value'],
    owner: 'company_id',
    sources: { company_financials: 'company_id', companies: 'id' },
    watched: ['type', 'is_active'],
    select:
      'select f.company_id, f.name, c.type, f.value from company_financials as f ' +
      'join companies as c on c.id = f.company_id where c.is_active and f.value is not null',
    selectOwner: 'f.company_id',
  },
  {
    table: 'category_figures',
    columns: ['company_id', 'category_id', 'name', 'value'],
    owner: 'company_id',
    sources: { company_financials: 'company_id', company_categories: 'company_id', companies: 'id' },
    watched: ['is_active'],
    select:
      'select f.company_id, m.category_id, f.name, f.value from company_financials as f ' +
      'join companies as c on c.id = f.company_id join company_categories as m on m.company_id = f.company_id ' +
      'where c.is_active and f.value is not null',
    selectOwner: 'f.company_id',
  },
  ...itemsOf('company', 'companies', 'created_at'),
  ...itemsOf('document', 'documents', 'published_at'),
];

function itemsOf(kind: string, table: string, time: string): List[] {
  const [links, owner] = [`${kind}_categories`, `${kind}_id`];
  return [
    {
      table: 'category_items',
      columns: ['category_id', 'published_at', 'kind', 'id'],
      owner: 'id',
      where: { kind },
      sources: { [links]: owner, [table]: 'id' },
      watched: [time],
      select:
        `select r.category_id, i.${time} as published_at, '${kind}' as kind, i.id from ${links} as r ` +
        `join ${table} as i on i.id = r.${owner} where true`,
      selectOwner: `r.${owner}`,
    },
  ];
}

/** Writes the rows of a list again for owners whose rows differ from what they are made of. */
export async function refreshList(
  trx: Trx,
  { table, columns, owner, where = {}, select, selectOwner }: List,
  ids: Iterable<number>,
  deltas: Deltas,
): Promise<void> {
  for (const part of inParts([...new Set(ids)])) {
    const rowsOf = () => trx(table).where(where).whereIn(owner, part);
    const stored = await rowsOf().select<Row[]>(columns);
    const places = part.map(() => '?').join(', ');
    const from = trx.raw(`(${select} and ${selectOwner} in (${places})) as r`, part);
    const expected = await trx.from(from).select<Row[]>(columns);
    const textsOf = (rows: Row[]) =>
      new Map(
        [...groupBy(rows, (row) => row[owner] as number)].map(([id, some]) => [
          id,
          some
            .map((row) => JSON.stringify(columns.map((column) => row[column])))
            .toSorted()
            .join('\n'),
        ]),
      );
    const [before, after] = [textsOf(stored), textsOf(expected)];
    const changed = new Set(part.filter((id) => before.get(id) !== after.get(id)));
    if (changed.size === 0) continue;
    const isChanged = (row: Row) => changed.has(row[owner] as number);
    const [removed, added] = [stored.filter(isChanged), expected.filter(isChanged)];
    if (removed.length > 0)
      await trx(table)
        .where(where)
        .whereIn(owner, [...changed])
        .delete();
    await insertRows(trx, table, added);
    deltas.add(table, removed, -1);
    deltas.add(table, added, 1);
  }
}
