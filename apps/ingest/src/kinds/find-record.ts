import { parseTime } from '@dossier/shared';
import type { Db } from '@dossier/store';
import { UsageError } from '../rows/types.ts';
import type { Kind } from './kind.ts';
import type { RecordId } from './storage.ts';

/** How a key of the kind is written, such as `<domain> <accession_number>`. */
export const keyForm = ({ storage: { key, ofCompany } }: Kind): string =>
  [...(ofCompany ? ['domain'] : []), ...key].map((part) => `<${part}>`).join(' ');

/**
 * The id of the record that a natural key names; undefined when there is none. Any domain leads to a company,
 * and a kind whose ids are UUIDs takes one instead, with the prefix that events carry too.
 * @throws UsageError when the key has too few or too many parts
 */
export async function findRecord(db: Db, kind: Kind, key: string[]): Promise<RecordId | undefined> {
  const { table, key: columns, ofCompany } = kind.storage;
  const uuid = /^(?:fr_|st_|ca_|cm_)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(key[0] ?? '')?.[1];
  if (ofCompany && key.length === 1 && uuid !== undefined) {
    return (await db(table).where({ id: uuid }).first<{ id: RecordId } | undefined>('id'))?.id;
  }
  if (key.length !== columns.length + (ofCompany ? 1 : 0)) {
    throw new UsageError(
      `Name one of the ${kind.plural} by ${keyForm(kind)}${ofCompany ? ' or by its id' : ''}.`,
    );
  }
  if (kind.name === 'company') return companyOf(db, key[0]!);
  const query = db(table);
  if (ofCompany) {
    const company = await companyOf(db, key[0]!);
    if (company === undefined) return undefined;
    query.where({ company_id: company });
  }
  for (const [i, value] of key.slice(ofCompany ? 1 : 0).entries()) {
    const column = columns[i]!;
    query.where(
      column,
      column.endsWith('_date') && column !== 'event_date' ? (parseTime(value) ?? value) : value,
    );
  }
  return (await query.first<{ id: RecordId } | undefined>('id'))?.id;
}

async function companyOf(db: Db, domain: string): Promise<number | undefined> {
  const row = await db('company_domains')
    .where({ domain: domain.toLowerCase() })
    .first<{ company_id: number } | undefined>('company_id');
  return row?.company_id;
}
