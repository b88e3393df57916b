import type { Db } from '@dossier/store';
import type { Copy } from './client.ts';

/** The tables of the kinds that a client copies as records. */
const TABLES: Record<string, string> = {
  company: 'companies',
  document: 'documents',
  news: 'news',
  event: 'events',
  metric: 'metrics',
  filing: 'filings',
};

/** Returns the id and the time of change of every stored record, by kind. */
export async function storedTimes(db: Db): Promise<Record<string, string[]>> {
  const kinds = Object.entries(TABLES).map(async ([kind, table]) => {
    const rows = await db(table).select<{ id: string | number; updated_at: string }[]>('id', 'updated_at');
    return [kind, rows.map(({ id, updated_at }) => `${id} ${updated_at}`).sort()] as const;
  });
  return Object.fromEntries(await Promise.all(kinds));
}

/** Returns the id and the time of change of every copied record, by kind. */
export function copiedTimes({ records }: Copy): Record<string, string[]> {
  const timeOf = (item: Record<string, unknown>) =>
    String(item['updated_at'] ?? item['event_last_updated_at']);
  return Object.fromEntries(
    Object.entries(records).map(([kind, items]) => [
      kind,
      Object.entries(items)
        .map(([id, item]) => `${id.replace(/^(fr|st|ca|cm)_/, '')} ${timeOf(item)}`)
        .sort(),
    ]),
  );
}

/** Returns the domains of stored companies that have no name, or that their own domain does not find. */
export function partialCompanies(db: Db): Promise<string[]> {
  const found = db('company_domains as d')
    .whereRaw('d.domain = c.domain and d.company_id = c.id')
    .select('d.domain');
  return db('companies as c').where('c.name', '').orWhereNotExists(found).pluck('c.domain');
}

/** Copied records contain the company as it was then, so comparisons ignore it. */
const OF_COMPANY = ['company', 'companies'];

/** Returns the records of a copy without what depends on the time or the server that they were read from. */
export function contentOf(copy: Copy): Copy['records'] {
  const text = JSON.stringify(copy.records).replaceAll(/http:\/\/localhost:\d+/g, '');
  const records = JSON.parse(text) as Copy['records'];
  for (const [kind, items] of Object.entries(records))
    if (kind !== 'document')
      for (const item of Object.values(items)) for (const field of OF_COMPANY) delete item[field];
  return records;
}
