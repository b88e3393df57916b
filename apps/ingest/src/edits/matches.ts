import type { SearchEngine } from '@dossier/search';
import { groupBy, inParts, type ListedMatch } from '@dossier/shared';
import {
  changeMatches,
  commit,
  matchesWhere,
  readMatched,
  tallyChanges,
  write,
  type CompanyRow,
  type Db,
  type MatchFilter,
  type StatementRow,
  type Trx,
} from '@dossier/store';
import { syncIndex, type Synced } from '../index/sync.ts';
import { statedFacts } from '../kinds/company/facts.ts';
import { readSureFacts } from '../ledger/resolve/facts.ts';
import { compared } from '../ledger/resolve/agreement.ts';
import type { StatedFacts } from '../kinds/row-rules.ts';
import { kinds } from '../kinds/index.ts';
import { rebuildRecords } from '../ledger/rebuild.ts';
import { moveStatements, settleMatches } from '../ledger/settle-matches.ts';
import { LoadError } from '../rows/types.ts';
import { judgedOf, reopenPairs, stated, type Reviewed } from './duplicates.ts';

/** Lists matches, oldest first: by default, those whose rows are held. */
export async function listMatches(db: Db | Trx, filter: MatchFilter = {}): Promise<ListedMatch[]> {
  const query = matchesWhere(db, filter)
    .leftJoin('ingest_runs as r', 'r.id', 'm.review_run')
    .orderBy('m.id')
    .select(
      'm.*',
      'r.message as because',
      ...STORED.map((column) => `c.${column}`),
      'c.name as company_name',
      'c.id as company_id',
    );
  const rows = (await query) as (Reviewed & StoredColumns & { company_name: string })[];
  const numbers = rows.map(({ id }) => id);
  const records = groupBy(await countRecords(db, numbers), ({ match_id }) => match_id);
  const sure = await readSureFacts(
    db,
    rows.map(({ company_id }) => company_id),
  );
  return rows.map((row) => {
    const { id, name, company_name, domain, row_json, company_id } = row;
    const known = sure.get(company_id)!;
    const { description, cik } = row;
    const company = { name: company_name, domain, ...stated({ ...known, cik, description }) };
    const given = row_json === null ? null : (JSON.parse(row_json) as Record<string, unknown>);
    return {
      ...{ id, source: row.source, way: row.way, name, status: row.status, reason: row.reason },
      ...{ place: row.place, company, row: given, ...compared(statedInShown(given ?? {}), known) },
      records: Object.fromEntries((records.get(id) ?? []).map((each) => [each.kind, Number(each.n)])),
      judged: judgedOf(row),
    };
  });
}

async function countRecords(
  db: Db | Trx,
  ids: number[],
): Promise<{ match_id: number; kind: string; n: number | string }[]> {
  const counts: { match_id: number; kind: string; n: number | string }[] = [];
  for (const part of inParts(ids)) {
    const rows: typeof counts = await db('statements')
      .whereIn('match_id', part)
      .groupBy('match_id', 'kind')
      .orderBy(['match_id', 'kind'])
      .select('match_id', 'kind', db.raw('count(distinct record_id) as n'));
    counts.push(...rows);
  }
  return counts;
}

/** The columns of a company by which a person recognizes it, besides its facts. */
const STORED = ['domain', 'cik', 'description'] as const satisfies (keyof CompanyRow)[];
type StoredColumns = Pick<CompanyRow, (typeof STORED)[number]>;

/** Returns what a listed row says about its company. */
function statedInShown(row: Record<string, unknown>): StatedFacts {
  const { company_country, company_city, data } = row as Record<string, string> & { data?: object };
  if (data === undefined && company_country === undefined && company_city === undefined)
    return statedFacts(row);
  const { announced_date } = (data ?? {}) as { announced_date?: string };
  return { country: company_country, city: company_city, dates: [announced_date] };
}

/** The reviewed matches, and the effects of the review. */
export interface Review extends Synced {
  matches: ListedMatch[];
  /** The numbers of pairs of companies whose judgement was reopened. */
  pairs: number;
  /** The numbers of records that were stored, changed and deleted, by kind. */
  stored: Record<string, number>;
  changed: Record<string, number>;
  deleted: Record<string, number>;
}

export type Decision = 'accepted' | 'rejected' | 'unsure' | 'reopened';

/**
 * Reviews matches, for later loads too. Accepting a match stores the content of its held rows. Rejecting it removes the
 * content of its rows, as if they had never been loaded. Unsure and reopened matches wait for a fact or another review; only
 * the former name who was unsure. A reopened match also may be a pair of companies.
 * @param which the matches of the list
 * @throws LoadError when a number is unknown, or accepted rows make no valid record; nothing is changed then
 */
export async function reviewMatches(options: {
  db: Db;
  search?: SearchEngine;
  which: MatchFilter;
  status: Decision;
  /** Who reviews. */
  by?: string | undefined;
  /** The ingest run, which the change log names. */
  run?: number;
}): Promise<Review> {
  const { db, search, which, status, by = null, run = null } = options;
  const work = async (trx: Trx, now: string) => {
    const isNamed = which.ids !== undefined || which.run !== undefined;
    const pairs = status === 'reopened' && isNamed ? await reopenPairs(trx, which) : [];
    const matches = await listMatches(trx, { ...which, all: isNamed });
    const found = [...pairs, ...matches.map(({ id }) => id)];
    const unknown = which.ids?.find((id) => !found.includes(id));
    if (unknown !== undefined) {
      throw new LoadError(`There is no match ${unknown}. List matches with: npm run ingest -- matches --all`);
    }
    if (which.run !== undefined && found.length === 0)
      throw new LoadError(`Run ${which.run} reviewed no match that is still decided by it.`);
    const numbers = matches.map(({ id }) => id);
    const written = tallyChanges(trx);
    const stored: ListedMatch['status'] = status === 'accepted' || status === 'rejected' ? status : 'pending';
    const review =
      status === 'reopened'
        ? { reviewed_at: null, reviewed_by: null, review_run: null }
        : { reviewed_at: now, reviewed_by: by, review_run: run };
    await changeMatches(trx, new Map(numbers.map((id) => [id, { status: stored, ...review }])));
    const rows = await readMatched(trx, numbers);
    if (status === 'accepted') await moveStatements(trx, now, rows, false);
    else if (status === 'rejected') await removeStatements(trx, now, rows);
    await settleMatches(trx, now, now);
    const counts: Pick<Review, 'stored' | 'changed' | 'deleted'> = { stored: {}, changed: {}, deleted: {} };
    for (const { kind, before, after } of written().filter((each) => each.before || each.after)) {
      const to = before && after ? counts.changed : after ? counts.stored : counts.deleted;
      to[kind] = (to[kind] ?? 0) + 1;
    }
    return {
      ...{ matches: matches.map((match) => ({ ...match, status: stored })), pairs: pairs.length },
      ...counts,
    };
  };
  const review = await write(db, work, run ?? undefined);
  return { ...review, ...(await syncIndex(db, search)) };
}

/** Removes the content of the rows that found their records through matches. */
async function removeStatements(trx: Trx, now: string, rows: StatementRow[]): Promise<void> {
  await commit(trx, now, { statements: { remove: rows.map(({ id }) => Number(id)) } });
  for (const kind of kinds) {
    const ids = rows.filter((row) => row.kind === kind.name).map(({ record_id }) => record_id);
    await rebuildRecords(trx, kind, [...new Set(ids)], now);
  }
}
