import {
  companyNameKey,
  groupBy,
  inParts,
  type Duplicate,
  type Judged,
  type ShownCompany,
} from '@dossier/shared';
import {
  insertRows,
  pairKey,
  write,
  type CompanyMatchRow,
  type CompanyRow,
  type Db,
  type Trx,
} from '@dossier/store';
import { readSureFacts } from '../ledger/resolve/facts.ts';
import { requireRecord } from './find-record.ts';
import { compared, contradictionOf } from '../ledger/resolve/agreement.ts';
import { factsStated, type Facts } from '../kinds/company/facts.ts';
import { companyKind } from '../kinds/company/index.ts';
import { rowsWhere } from '../stored/rows.ts';
import { LoadError } from '../rows/types.ts';

const MAX_PAIRS = 1000;

/**
 * Lists pairs of companies that share a name and that nothing contradicts, the newest company first. A pair that was judged
 * to be different returns when the record of one of both has changed.
 * @param options.all lists pairs that are different too
 */
export async function listDuplicates(
  db: Db | Trx,
  { all = false, limit = MAX_PAIRS }: { all?: boolean | undefined; limit?: number | undefined } = {},
): Promise<Duplicate[]> {
  const found: Duplicate[] = [];
  const seen = new Set<string>();
  for await (const names of sharedNames(db)) {
    for (const pair of await pairsOf(db, names)) {
      if (found.length === limit) return found;
      const key = pair.ids.join(' ');
      if (seen.has(key) || (pair.status === 'different' && !all)) continue;
      seen.add(key);
      const { ids: _, ...shown } = pair;
      found.push(shown);
    }
  }
  return found;
}

/** How many names are read at once. */
const NAMES = 500;

/**
 * Yields the names that several companies share, by their newest company. Each statement counts all names in their index,
 * which takes 0.13 s of CPU for a million names on SQLite. So each reads four times as many names as the one before.
 */
async function* sharedNames(db: Db | Trx): AsyncGenerator<string[]> {
  type Name = { name_key: string; newest: number };
  let last: Name | undefined;
  for (let size = NAMES; ; size *= 4) {
    const query = db('company_names').groupBy('name_key').havingRaw('count(*) > 1');
    if (last) void query.havingRaw('(max(company_id), name_key) < (?, ?)', [last.newest, last.name_key]);
    const rows: Name[] = await query
      .orderByRaw('max(company_id) desc, name_key desc')
      .limit(size)
      .select('name_key', db.raw('max(company_id) as newest'));
    yield* inParts(
      rows.map(({ name_key }) => name_key),
      NAMES,
    );
    last = rows.at(-1);
    if (!last || rows.length < size) return;
  }
}

type Pair = Duplicate & { ids: [number, number] };

/** Returns the pairs of companies with some names, in the order of the names. */
async function pairsOf(db: Db | Trx, keys: string[]): Promise<Pair[]> {
  const names = await rowsWhere<{ name_key: string; company_id: number }>(
    db,
    'company_names',
    'name_key',
    keys,
  );
  const ids = [...new Set(names.map(({ company_id }) => company_id))];
  const rows = new Map((await rowsWhere<CompanyRow>(db, 'companies', 'id', ids)).map((row) => [row.id, row]));
  const facts = await readSureFacts(db, ids);
  const judged = await readJudged(db, ids);
  const byKey = groupBy(names, ({ name_key }) => name_key);
  return keys.flatMap((key) => {
    const some = (byKey.get(key) ?? [])
      .map(({ company_id }) => rows.get(company_id)!)
      .sort((a, b) => b.id - a.id)
      .map((row) => ({ row, isNamed: companyNameKey(row.name) === key }));
    return some.flatMap(({ row: other, isNamed }, i) =>
      some.slice(i + 1).flatMap(({ row: one, isNamed: isOneNamed }) => {
        // Companies that share only a legal entity are not one company.
        if (!isNamed && !isOneNamed) return [];
        const known: [Facts, Facts] = [facts.get(one.id)!, facts.get(other.id)!];
        return pairOf([one, other], known, judged.get(`${one.id} ${pairKey(other.id)}`)) ?? [];
      }),
    );
  });
}

function pairOf(
  [one, other]: [CompanyRow, CompanyRow],
  [ours, theirs]: [Facts, Facts],
  row: Reviewed | undefined,
): Pair | undefined {
  const stated = factsStated(theirs);
  if (contradictionOf(stated, ours) !== undefined) return undefined;
  const ciks = one.cik !== null && other.cik !== null && one.cik !== other.cik;
  const { agrees, contradicts } = compared(stated, ours);
  const changed = row
    ? [one, other].filter(({ updated_at }) => updated_at > row.matched_at).map(({ domain }) => domain)
    : [];
  const status =
    row?.status === 'rejected' && changed.length === 0
      ? 'different'
      : row?.status === 'pending'
        ? 'unsure'
        : 'open';
  return {
    ...{ id: row?.id ?? null, ids: [one.id, other.id], name: other.name, status, changed, agrees },
    contradicts: [...contradicts, ...(ciks ? [`has the CIK ${one.cik}, not ${other.cik}`] : [])],
    companies: [shownOf(one, ours), shownOf(other, theirs)],
    judged: row ? judgedOf(row) : null,
  };
}

const shownOf = ({ name, domain, cik, description }: CompanyRow, facts: Facts): ShownCompany => ({
  ...{ name, domain },
  ...stated({ ...facts, cik, description }),
});

/** Returns what was judged, by the id of the older company and the key of the other one. */
async function readJudged(db: Db | Trx, ids: number[]): Promise<Map<string, Reviewed>> {
  const judged = new Map<string, Reviewed>();
  for (const part of inParts(ids)) {
    const rows: Reviewed[] = await db('company_matches as m')
      .leftJoin('ingest_runs as r', 'r.id', 'm.review_run')
      .where('m.way', 'pair')
      .whereIn('m.company_id', part)
      .select('m.*', 'r.message as because');
    for (const row of rows) judged.set(`${row.company_id} ${row.name_key}`, row);
  }
  return judged;
}

/**
 * Stores that two companies are different, or that a person is not sure.
 * @throws LoadError when a domain is unknown, or both find one company
 */
export async function judgePair(options: {
  db: Db;
  domains: [string, string];
  status: 'different' | 'unsure';
  by?: string | undefined;
  run?: number;
}): Promise<{ companies: [string, string]; status: 'different' | 'unsure' }> {
  const { db, domains, status, by = null, run = null } = options;
  const work = async (trx: Trx, now: string) => {
    const ids: number[] = [];
    for (const domain of domains) {
      ids.push(Number(await requireRecord(trx, companyKind, [domain])));
    }
    const [one, other] = ids.sort((a, b) => a - b) as [number, number];
    if (one === other) throw new LoadError(`${domains.join(' and ')} are already one company.`);
    const pair = { source: '', name_key: pairKey(other), company_id: one };
    await trx('company_matches').where(pair).delete();
    await insertRows(trx, 'company_matches', [
      {
        ...{ ...pair, way: 'pair', name: '', status: status === 'different' ? 'rejected' : 'pending' },
        ...{ reason: null, external_id: null, place: '', row_json: null, matched_at: now },
        ...{ reviewed_at: now, reviewed_by: by, review_run: run },
      },
    ]);
  };
  await write(db, work, run ?? undefined);
  return { companies: domains, status };
}

/** Forgets what was judged about pairs. @returns their numbers */
export async function reopenPairs(
  trx: Trx,
  { ids, run }: { ids?: number[] | undefined; run?: number | undefined },
): Promise<number[]> {
  const found: number[] = [];
  for (const part of ids ? inParts(ids) : [undefined]) {
    const query = trx('company_matches').where({ way: 'pair' });
    if (part) query.whereIn('id', part);
    if (run !== undefined) query.where({ review_run: run });
    found.push(...((await query.clone().pluck('id')) as number[]));
    await query.delete();
  }
  return found;
}

/** A stored match with the message of the run of its review. */
export type Reviewed = CompanyMatchRow & { because: string | null };

/** Returns who judged a match, or null if nobody did. */
export const judgedOf = ({ reviewed_by, reviewed_at, because, review_run }: Reviewed): Judged | null =>
  reviewed_at === null ? null : { by: reviewed_by, at: reviewed_at, because, run: review_run };

/** Returns the fields that are not empty. */
export const stated = (fields: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value != null && !(Array.isArray(value) && value.length === 0),
    ),
  );
