import { parseTime } from '@dossier/shared';
import type { Db } from '@dossier/store';
import { UsageError } from '../rows/types.ts';
import type { Kind } from '../kinds/kind.ts';
import type { RecordId } from '../stored/storage.ts';

/** Returns how the natural key of a kind is written on the command line: `<domain> <accession_number>`. */
export const keyForm = ({ storage: { key, ofCompany } }: Kind): string =>
  [...(ofCompany ? ['domain'] : []), ...key].map((part) => `<${part}>`).join(' ');

/** A UUID, also with the prefix that the API puts before it in an event_id: `fr_…`. */
const RECORD_ID = /^(?:[a-z]{2}_)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * Returns the id of the record with a natural key, or undefined when there is none. Any domain of a company finds it.
 * A record that belongs to a company is also found by its own id.
 * @throws UsageError when the key has too few or too many parts
 */
export async function findRecord(db: Db, kind: Kind, key: string[]): Promise<RecordId | undefined> {
  const { table, key: columns, ofCompany } = kind.storage;
  const uuid = RECORD_ID.exec(key[0] ?? '')?.[1];
  if (ofCompany && key.length === 1 && uuid !== undefined) {
    return (await db(table).where({ id: uuid }).first<{ id: RecordId } | undefined>('id'))?.id;
  }
  if (key.length !== columns.length + (ofCompany ? 1 : 0)) {
    throw new UsageError(
      `Name one of the ${kind.plural} by ${keyForm(kind)}${ofCompany ? ' or by its id' : ''}.`,
    );
  }
  if (kind.name === 'company') return companyIdOf(db, key[0]!);
  const query = db(table);
  if (ofCompany) {
    const company = await companyIdOf(db, key[0]!);
    if (company === undefined) return undefined;
    query.where({ company_id: company });
  }
  for (const [i, value] of key.slice(ofCompany ? 1 : 0).entries()) {
    const column = columns[i]!;
    const isTime = column.endsWith('_date') && column !== 'event_date';
    query.where(column, isTime ? (parseTime(value) ?? value) : value);
  }
  const found = await query.limit(MOST_LISTED).orderBy('id').select<{ id: RecordId }[]>('id');
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ');
    throw new UsageError(`Several ${kind.plural} have that key. Name one by its id: ${ids}.`);
  }
  return found[0]?.id;
}

/** How many ids an ambiguous key lists. */
const MOST_LISTED = 10;

async function companyIdOf(db: Db, domain: string): Promise<number | undefined> {
  const row = await db('company_domains')
    .where({ domain: domain.toLowerCase() })
    .first<{ company_id: number } | undefined>('company_id');
  return row?.company_id;
}
