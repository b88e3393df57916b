import { inParts } from '@dossier/shared';
import type { Knex } from 'knex';
import { isSplit } from '../sql/distributed.ts';
import type { Db, Trx } from '../sql/open.ts';
import type { CompanyMatchRow, UnsureWay } from '../schema/tables.ts';
import { readStatements, type StatementRow } from './statements.ts';

/** Which matches to list or to review. */
export interface MatchFilter {
  /** Lists reviewed and agreed ones too. */
  all?: boolean | undefined;
  ids?: number[] | undefined;
  source?: string | undefined;
  /** The kind of a record that waits. */
  kind?: string | undefined;
  /** How the rows named the company. */
  reason?: UnsureWay | undefined;
  /** The run of the review. */
  run?: number | undefined;
}

/**
 * Writes the condition that a match has a statement. On a cluster, statements are on all workers, and a subquery about one
 * match cannot read them. So the coordinator sends the matches in question to the workers, and collects those with a statement.
 * @param match the match, as the statement around it names the row
 * @param condition SQL about the statement `s`
 * @param of SQL about the matches in question
 */
const isStated = (db: Db | Trx, match: string, condition = '', of = 'true'): string =>
  isSplit(db)
    ? `${match}.id in (select distinct s.match_id from statements as s
        where s.match_id in (select id from company_matches where ${of}) ${condition})`
    : `exists (select 1 from statements as s where s.match_id = ${match}.id ${condition})`;

const IS_PENDING = `status = 'pending'`;

/** Returns a query of matches `m` with their companies `c`: by default, of those whose rows are held. */
export function matchesWhere(
  db: Db | Trx,
  { all = false, ids, source, kind, reason, run }: MatchFilter,
): Knex.QueryBuilder {
  const query = db('company_matches as m')
    // A match may stay at a merged company, which the aliases lead to the other one.
    .joinRaw(
      `join companies as c on c.id = coalesce(
        (select max(a.company_id) from company_aliases as a where a.merged_id = m.company_id), m.company_id)`,
    )
    .whereNot('m.way', 'pair');
  if (!all) query.where('m.status', 'pending').whereRaw(isStated(db, 'm', '', IS_PENDING));
  if (ids) query.whereIn('m.id', ids);
  if (source !== undefined) query.where('m.source', source);
  if (reason !== undefined) query.where('m.way', reason);
  if (run !== undefined) query.where('m.review_run', run);
  if (kind !== undefined) query.whereRaw(isStated(db, 'm', 'and s.kind = ?'), [kind]);
  return query;
}

/** Returns the numbers of matches, oldest first. */
export const findMatches = (db: Db, filter: MatchFilter): Promise<number[]> =>
  matchesWhere(db, filter).orderBy('m.id').pluck<number[]>('m.id');

/** Changes matches, which are named by their ids. */
export async function changeMatches(trx: Trx, changes: Map<number, Partial<CompanyMatchRow>>): Promise<void> {
  for (const [id, columns] of changes) await trx('company_matches').where({ id }).update(columns);
}

/** Returns the statements of the rows that found their record through matches. */
export async function readMatched(db: Db | Trx, matches: number[]): Promise<StatementRow[]> {
  const rows: StatementRow[] = [];
  for (const part of inParts(matches))
    rows.push(...(await db<StatementRow>('statements').whereIn('match_id', part).orderBy('id')));
  return rows;
}

/**
 * Returns the matches that may have to be decided again: those of companies that have changed since a time, and those
 * whose statements do not show their status yet.
 */
export function readOpenMatches(trx: Trx, since: string): Promise<CompanyMatchRow[]> {
  const isOther = `(m.status = 'agreed' and ${isStated(trx, 'm', 'and s.held is not null', `status = 'agreed'`)}
    or m.status = 'pending' and ${isStated(trx, 'm', 'and s.held is null', IS_PENDING)})`;
  const isChanged = 'exists (select 1 from companies as c where c.id = m.company_id and c.updated_at >= ?)';
  return trx<CompanyMatchRow>('company_matches as m')
    .whereIn('m.status', ['pending', 'agreed'])
    .whereNot('m.way', 'pair')
    .whereRaw(`(${isOther} or ${isChanged})`, [since])
    .orderBy('m.id')
    .select('m.*');
}

/** Removes the matches that no statement has and no person has reviewed, and ids that no statement gives any more. */
export async function removeUnusedMatches(trx: Trx): Promise<void> {
  const isUsed = isStated(trx, 'company_matches');
  await trx('company_matches')
    .whereIn('status', ['pending', 'agreed'])
    .whereNull('reviewed_at')
    .whereRaw(`not ${isUsed}`)
    .delete();
  await trx('company_matches')
    .whereNotNull('external_id')
    .whereRaw(`not ${isUsed}`)
    .update({ external_id: null });
}

/** Returns the held statements about companies that no statement names any more. */
export async function readUnnamed(trx: Trx): Promise<StatementRow[]> {
  const open = await trx('company_matches as m')
    .whereRaw('not exists (select 1 from companies as r where r.id = m.company_id)')
    // A match stays at a merged company if the other one has a match of the same name.
    .whereRaw('not exists (select 1 from company_merges as g where g.company_id = m.company_id)')
    .select<Pick<CompanyMatchRow, 'id' | 'company_id'>[]>('m.id', 'm.company_id');
  const about = await readStatements(
    trx,
    'company',
    open.map(({ company_id }) => String(company_id)),
  );
  const isNamed = (company: number) =>
    about.get(String(company))?.some(({ content_json, held }) => content_json !== null && held === null);
  const unnamed = open.filter(({ company_id }) => !isNamed(company_id)).map(({ id }) => id);
  return (await readMatched(trx, unnamed)).filter(({ held }) => held !== null);
}
