import { inList, rawRows } from '../sql/filters.ts';
import { isDistributed } from '../sql/distributed.ts';
import { isPostgres, type Trx } from '../sql/open.ts';
import type { StatementRow } from './statements.ts';
import { runOf } from '../sql/write.ts';

/** A statement that a row repeats. */
export type RepeatedStatement = Pick<
  StatementRow,
  'id' | 'record_id' | 'run' | 'file' | 'line' | 'observed_at' | 'earlier_json' | 'row_hash' | 'named_json'
>;

/**
 * Returns the statements that rows with these hashes repeat, if the rows would change nothing. Each is the last statement
 * about its record and from an earlier run, and neither the record nor its company was written since. Returns none outside
 * of runs. Sends one query.
 *
 * Several fields find a company, and another source may have set them. So its statements are returned only if no other
 * source has stated anything about it.
 * @param kind.table the table of the records
 * @param kind.ofCompany whether the records belong to companies
 */
export async function repeatedStatements(
  trx: Trx,
  { name, table, ofCompany }: { name: string; table: string; ofCompany: boolean },
  hashes: string[],
): Promise<RepeatedStatement[]> {
  const run = runOf(trx);
  if (run === null || hashes.length === 0) return [];
  // `offset 0` keeps Postgres from joining whole tables, which it prefers while it has no statistics about new rows.
  const alone = isPostgres(trx) ? 'offset 0' : '';
  const id = ofCompany ? 's.record_id' : 'cast(s.record_id as integer)';
  const company = ofCompany
    ? `and exists (
        select 1 from companies as c where c.id = r.company_id and c.updated_at <= s.observed_at ${alone})`
    : '';
  const isSplit = ofCompany && (await isDistributed(trx));
  const isOther = ofCompany ? '' : 'or o.source <> s.source';
  const stored = `and exists (
    select 1 from ${table} as r where r.id = ${id} and r.updated_at <= s.observed_at ${company} ${alone})`;
  const sql = `
    select s.id, s.record_id, s.run, s.file, s.line, s.observed_at, s.earlier_json, s.row_hash,
      s.named_json
    from statements as s
    where ${inList(trx, 's.row_hash')} and s.row_hash is not null
      and s.kind || '' = ? and s.merged_from is null and s.run <> ?
      ${isSplit ? '' : stored}
      and not exists (
        select 1 from statements as o
        where o.kind = s.kind and o.record_id = s.record_id and o.id <> s.id
          and (o.observed_at >= s.observed_at or o.run = ? ${isOther}) ${alone})`;
  const found = await rawRows<RepeatedStatement>(trx, sql, [hashes, name, run, run]);
  return isSplit ? unchangedSince(trx, table, found) : found;
}

/** Keeps the statements about records of companies that were not written since, and neither were their companies. */
async function unchangedSince(
  trx: Trx,
  table: string,
  found: RepeatedStatement[],
): Promise<RepeatedStatement[]> {
  const sql = `
    select r.id, r.updated_at, c.updated_at as company_updated_at
    from ${table} as r join companies as c on c.id = r.company_id where ${inList(trx, 'r.id')}`;
  const ids = found.map(({ record_id }) => record_id);
  const rows = await rawRows<{ id: string; updated_at: string; company_updated_at: string }>(trx, sql, [ids]);
  const last = new Map(rows.map((row) => [row.id, [row.updated_at, row.company_updated_at]]));
  return found.filter(({ record_id, observed_at }) =>
    last.get(record_id)?.every((changed) => changed <= observed_at),
  );
}
