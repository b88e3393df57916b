import type { Change } from '@dossier/shared';
import {
  bulkRuns,
  followMerges,
  inList,
  rawRows,
  readChanges,
  type ChangeRow,
  type Db,
  type ListRow,
  viewChange,
} from '@dossier/store';
import { conditionsOf } from '../query/list.ts';
import { companyFilters } from '../query/company-filters.ts';

/** The most records of a message, and of a response. */
export const MAX_RECORDS = 50;
/** The most changes that are read at once. */
const EACH = 1000;
/** The most changes that a request reads, so that a list that rarely changes does not read the whole log. */
export const MAX_READ = 50 * EACH;

/** Changes of a list. */
export interface ListChanges {
  /** Newest first; each record once, with its newest change. */
  changes: Change[];
  /** The changes of the list before this `seq` are not among them; null if these are all. */
  before: number | null;
}

/** A range of the change log. */
interface Range {
  /** Exclusive. */
  after: number;
  /** Inclusive. */
  until: number;
}

/**
 * Returns the newest changes of a list in a range, and which of them are left out. A record that several companies of the
 * list have is there once.
 */
export async function readListChanges(
  db: Db,
  list: ListRow,
  { after, until, limit }: Range & { limit: number },
): Promise<ListChanges> {
  const found = new Map<string, ChangeRow>();
  const companies = await ownCompanies(db, list);
  let to = until;
  let size = 2 * limit;
  for (let read = 0; to > after && read < MAX_READ;) {
    // Of several companies, all changes in a range are found before the newest ones are taken.
    const least = companies ? Math.max(after, to - size) : after;
    const most = Math.min(size, EACH, MAX_READ - read);
    const rows = await readChanges(db, {
      after: least,
      until: to,
      limit: most,
      companies,
      newestFirst: true,
    });
    for (const row of await listed(db, list, rows, companies)) {
      const key = `${row.kind} ${row.record_id}`;
      if (found.has(key)) continue;
      if (found.size === limit) return { changes: viewed(found), before: [...found.values()].at(-1)!.seq };
      found.set(key, row);
    }
    to = rows.length === most ? rows.at(-1)!.seq - 1 : least;
    read += rows.length;
    size *= 4;
  }
  return { changes: viewed(found), before: to > after ? to + 1 : null };
}

/** Returns the companies of a list by ids, with those that they were merged into; undefined for a list by a filter. */
const ownCompanies = async (db: Db, { company_ids_json }: ListRow): Promise<number[] | undefined> =>
  company_ids_json === null ? undefined : followMerges(db, JSON.parse(company_ids_json) as number[]);

const viewed = (found: Map<string, ChangeRow>) => [...found.values()].map(viewChange);

/** Returns whether some of these changes are of a list. */
export const hasListed = async (db: Db, list: ListRow, rows: ChangeRow[]): Promise<boolean> =>
  (await listed(db, list, rows, await ownCompanies(db, list))).length > 0;

/** Returns those of some changes that are of a list: of its companies, and no correction in bulk unless it asks for them. */
async function listed(
  db: Db,
  list: ListRow,
  rows: ChangeRow[],
  own: number[] | undefined,
): Promise<ChangeRow[]> {
  const runs = [...new Set(rows.flatMap(({ run }) => run ?? []))];
  const bulk = list.corrections === 1 ? new Set<number>() : await bulkRuns(db, runs);
  const kept = rows.filter((row) => row.run === null || !bulk.has(row.run) || isNew(row));
  const companies = own ? new Set(own) : await members(db, list, [...new Set(kept.flatMap(companiesOf))]);
  return kept.filter((row) => companiesOf(row).some((id) => companies.has(id)));
}

const companiesOf = ({ company_ids_json }: ChangeRow) => JSON.parse(company_ids_json) as number[];

/** Returns whether a change may be of a new record: others name the fields that changed. */
const isNew = ({ op, fields_json }: ChangeRow) => op === 'upsert' && fields_json === null;

/** Returns those of some companies that the filter of a list finds now. */
async function members(db: Db, { filter_json }: ListRow, ids: number[]): Promise<Set<number>> {
  const conditions = conditionsOf(db, companyFilters, JSON.parse(filter_json!) as object);
  const where = [inList(db, '"id"'), ...conditions.map(({ sql }) => sql)].join(' and ');
  const values = [ids, ...conditions.flatMap((condition) => condition.values as (string | number)[])];
  const rows = await rawRows<{ id: number }>(db, `select id from companies where ${where}`, values);
  return new Set(rows.map(({ id }) => id));
}
