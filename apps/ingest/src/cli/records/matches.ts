import type { SearchEngine } from '@dossier/search';
import { groupBy } from '@dossier/shared';
import {
  commit,
  write,
  type CompanyMatchRow,
  type CompanyRow,
  type Db,
  type StatementRow,
  type Trx,
} from '@dossier/store';
import { syncIndex, type Synced } from '../../index/sync.ts';
import { findKind, kinds } from '../../kinds/index.ts';
import { rebuildRecords } from '../../kinds/rebuild.ts';
import { rowsWhere } from '../../kinds/rows.ts';
import { printable } from '../../report/printable.ts';
import { count } from '../../report/report.ts';
import { isObject, LoadError } from '../../rows/types.ts';

/** A match by name, as the list shows it. */
export interface Match extends Pick<CompanyMatchRow, 'id' | 'source' | 'name' | 'status' | 'place'> {
  /** The stored fields of the company. Empty ones are absent. */
  company: { name: string; domain: string } & Record<string, unknown>;
  /** What the first row stated, cut short; null if it is not known. */
  row: Record<string, unknown> | null;
  /** The numbers of records that were stored through it, by kind: `{"event": 2}`. */
  records: Record<string, number>;
}

/** Lists matches by name, oldest first. @param all lists reviewed ones too */
export async function listMatches(db: Db, { all = false }: { all?: boolean } = {}): Promise<Match[]> {
  const query = db('company_matches')
    .join('companies', 'companies.id', 'company_matches.company_id')
    .orderBy('company_matches.id')
    .select(
      'company_matches.*',
      ...STORED.map((column) => `companies.${column}`),
      'companies.name as company_name',
    );
  if (!all) query.where('company_matches.status', 'pending');
  const rows = (await query) as (CompanyMatchRow & StoredColumns & { company_name: string })[];
  const records = groupBy(
    await recordsOf(
      db,
      rows.map(({ id }) => id),
    ),
    ({ match_id }) => match_id,
  );
  return rows.map((row) => {
    const { id, source, name, status, place } = row;
    const counts: Record<string, number> = {};
    for (const { kind } of records.get(id) ?? []) counts[kind] = (counts[kind] ?? 0) + 1;
    const facts = STORED.flatMap((column) => (row[column] == null ? [] : [[column, row[column]]]));
    const company = { name: row.company_name, ...(Object.fromEntries(facts) as { domain: string }) };
    const stated = row.row_json === null ? null : (JSON.parse(row.row_json) as Record<string, unknown>);
    return { id, source, name, status, place, company, row: stated, records: counts };
  });
}

/** The columns of a company by which a person recognizes it. */
const STORED = [
  'domain',
  'type',
  'cik',
  'founding_year',
  'headquarters_city',
  'headquarters_country',
  'description',
] as const satisfies (keyof CompanyRow)[];
type StoredColumns = Pick<CompanyRow, (typeof STORED)[number]>;

interface MatchedRecord {
  match_id: number;
  kind: string;
  record_id: string;
}

const recordsOf = (db: Db, ids: number[]): Promise<MatchedRecord[]> =>
  rowsWhere<MatchedRecord>(db, 'company_match_records', 'match_id', ids);

/** The reviewed matches, and the effects of rejecting them. */
interface Review extends Synced {
  matches: Match[];
  /** The numbers of deleted records, by kind. */
  deleted: Record<string, number>;
  /** The numbers of records from which the values of rejected rows were removed, by kind. */
  changed: Record<string, number>;
}

/**
 * Accepts or rejects matches, for later loads too. Rejecting a match removes the content of its rows, as if they had never
 * been loaded: records without another source are deleted, and the company loses the external ids from these rows.
 * @param ids the numbers of the list; `all` for every pending match
 * @throws LoadError when a number is unknown; nothing is changed then
 */
export async function reviewMatches(options: {
  db: Db;
  search?: SearchEngine;
  ids: number[] | 'all';
  status: 'accepted' | 'rejected';
  /** The ingest run, which the change log names. */
  run?: number;
}): Promise<Review> {
  const { db, search, ids, status, run } = options;
  const work = async (trx: Trx, now: string) => {
    const known = await listMatches(trx, { all: ids !== 'all' });
    const unknown = ids === 'all' ? undefined : ids.find((id) => !known.some((match) => match.id === id));
    if (unknown !== undefined) {
      throw new LoadError(`There is no match ${unknown}. List matches with: npm run ingest -- matches --all`);
    }
    const matches = known.filter(({ id }) => ids === 'all' || ids.includes(id));
    const numbers = matches.map(({ id }) => id);
    await trx('company_matches').whereIn('id', numbers).update({ status, reviewed_at: now });
    const reviewed = matches.map((match) => ({ ...match, status }));
    if (status === 'accepted') return { matches: reviewed, deleted: {}, changed: {} };
    const { deleted, changed } = await takeBack(trx, numbers, now);
    await trx('company_match_records').whereIn('match_id', numbers).delete();
    return { matches: reviewed, deleted, changed };
  };
  const review = await write(db, work, run);
  return { ...review, ...(await syncIndex(db, search)) };
}

/** Removes the content of the rows that found their records through matches. */
async function takeBack(
  trx: Trx,
  numbers: number[],
  now: string,
): Promise<Pick<Review, 'deleted' | 'changed'>> {
  const said = await trx<StatementRow>('statements')
    .whereIn('match_id', numbers)
    .select('id', 'kind', 'record_id');
  await commit(trx, now, { claims: { remove: said.map(({ id }) => Number(id)) } });
  const [deleted, changed]: Record<string, number>[] = [{}, {}];
  for (const kind of kinds) {
    const ids = new Set(said.filter((row) => row.kind === kind.name).map(({ record_id }) => record_id));
    const done = await rebuildRecords(trx, kind, [...ids], now);
    if (done.removed > 0) deleted![kind.name] = done.removed;
    if (done.changed > 0) changed![kind.name] = done.changed;
  }
  return { deleted: deleted!, changed: changed! };
}

/** Returns the list as text. */
export function printMatches(matches: Match[]): string {
  if (matches.length === 0) return 'No matches by name to review.';
  const lines = matches.map(({ id, source, name, status, place, company, row, records }) => {
    const stored = Object.entries(records).map(([kind, n]) => count(n, kind, findKind(kind)!.plural));
    const state = status === 'pending' ? '' : `${status}: `;
    const from = source === '' ? place : `${source}, ${place}`;
    const head = `  ${id}  ${state}${printable(name)} = ${company.name} (${company.domain}): ${stored.join(', ') || 'nothing new'} (${printable(from)})`;
    return [head, printFacts('stored', company), ...(row ? [printFacts('row', row)] : [])].join('\n');
  });
  return [
    'Matches by name:',
    ...lines,
    'Review them with: npm run ingest -- matches accept <number…>, or reject',
  ].join('\n');
}

const LONGEST_LINE = 300;

/** Returns the values of a record in one line: `row: company_name Kelp; data.name IPO`. */
function printFacts(what: string, record: Record<string, unknown>): string {
  const line = printable(`${`${what}:`.padEnd(7)} ${factsOf(record).join('; ')}`);
  return `       ${line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line}`;
}

const factsOf = (record: Record<string, unknown>, prefix = ''): string[] =>
  Object.entries(record).flatMap(([field, value]) =>
    isObject(value)
      ? factsOf(value, `${prefix}${field}.`)
      : [`${prefix}${field} ${typeof value === 'string' ? value : JSON.stringify(value)}`],
  );

/** Returns the result of a review as text. */
export function printReview({ matches, deleted, changed }: Review, status: 'accepted' | 'rejected'): string {
  const lines = [`${count(matches.length, 'match', 'matches')} ${status}`];
  for (const [what, numbers] of [['Deleted', deleted] as const, ['Changed', changed] as const]) {
    const counts = Object.entries(numbers).map(([kind, n]) => count(n, kind, findKind(kind)!.plural));
    if (counts.length > 0) lines.push(`${what}: ${counts.join(', ')}`);
  }
  return lines.join('\n');
}
