import { parseTime } from '@dossier/shared';
import type { Db } from '@dossier/store';
import { LoadError, UsageError } from '../rows/types.ts';
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
  const values = storedKey(kind, key);
  if (kind.name === 'company') return companyIdOf(db, values[0]!);
  const query = db(table);
  if (ofCompany) {
    const company = await companyIdOf(db, values.shift()!);
    if (company === undefined) return undefined;
    query.where({ company_id: company });
  }
  for (const [i, value] of values.entries()) query.where(columns[i]!, value);
  const found = await query.limit(MAX_LISTED).orderBy('id').select<{ id: RecordId }[]>('id');
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ');
    throw new UsageError(`Several ${kind.plural} have that key. Name one by its id: ${ids}.`);
  }
  return found[0]?.id;
}

/**
 * Returns the id of the record with a natural key.
 * @throws LoadError when there is none; UsageError as `findRecord` does
 */
export async function requireRecord(db: Db, kind: Kind, key: string[]): Promise<RecordId> {
  const id = await findRecord(db, kind, key);
  if (id === undefined)
    throw new LoadError(`There is no ${kind.name} ${key.join(' ')}. The key is ${keyForm(kind)}.`);
  return id;
}

/** Returns a natural key as it is stored: domains in lower case, times as fixed-width UTC text. */
export function storedKey({ storage: { key: columns, ofCompany } }: Kind, key: string[]): string[] {
  const names = [...(ofCompany ? ['domain'] : []), ...columns];
  return key.map((value, i) => {
    const name = names[i] ?? '';
    if (name === 'domain') return value.toLowerCase();
    return name.endsWith('_date') && name !== 'event_date' ? (parseTime(value) ?? value) : value;
  });
}

/** How many ids an ambiguous key lists. */
const MAX_LISTED = 10;

async function companyIdOf(db: Db, domain: string): Promise<number | undefined> {
  const row = await db('company_domains')
    .where({ domain })
    .first<{ company_id: number } | undefined>('company_id');
  return row?.company_id;
}
