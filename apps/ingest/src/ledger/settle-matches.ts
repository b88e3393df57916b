import { groupBy } from '@dossier/shared';
import {
  attempt,
  changeMatches,
  commit,
  readMatched,
  readOpenMatches,
  type CompanyMatchRow,
  type StatementRow,
  type Trx,
} from '@dossier/store';
import { LoadError } from '../rows/types.ts';
import { readSureFacts } from './resolve/facts.ts';
import type { StatedFacts } from '../kinds/row-rules.ts';
import type { Facts } from '../kinds/company/facts.ts';
import { findKind, kinds } from '../kinds/index.ts';
import { rebuildRecords } from './rebuild.ts';
import type { CompanyReference } from '../fields/references.ts';
import { mainDomains, rowsWhere } from '../stored/rows.ts';
import { agreementWith } from './resolve/unsure.ts';

/** How many rows a decision about matches released or held again. */
export interface Settled {
  released: number;
  held: number;
}

/**
 * Decides matches again after companies have changed: a match is agreed while a fact of one of its rows is also one of its
 * company. What a person decided stays.
 * @param since the time of the first change
 */
export async function settleMatches(trx: Trx, now: string, since: string): Promise<Settled> {
  const open = await readOpenMatches(trx, since);
  if (open.length === 0) return { released: 0, held: 0 };
  const rows = groupBy(
    await readMatched(
      trx,
      open.map(({ id }) => id),
    ),
    ({ match_id }) => match_id!,
  );
  const facts = await readSureFacts(
    trx,
    open.map(({ company_id }) => company_id),
  );
  const changes = new Map<number, Partial<CompanyMatchRow>>();
  for (const match of open) {
    if (match.way === 'domain') continue;
    const known = facts.get(match.company_id);
    const agreed = known && agreementOfRows(match, rows.get(match.id) ?? [], known);
    const status = agreed === undefined ? 'pending' : 'agreed';
    if (status !== match.status) changes.set(match.id, { status, reason: agreed ?? null });
  }
  await changeMatches(trx, changes);
  const isHeld = (match: CompanyMatchRow) => (changes.get(match.id)?.status ?? match.status) === 'pending';
  const done: Settled = { released: 0, held: 0 };
  for (const held of [true, false]) {
    const moved = open.filter((match) => isHeld(match) === held).flatMap(({ id }) => rows.get(id) ?? []);
    done[held ? 'held' : 'released'] = await moveStatements(trx, now, moved, held);
  }
  return done;
}

function agreementOfRows(match: CompanyMatchRow, rows: StatementRow[], facts: Facts): string | undefined {
  for (const row of rows) {
    const { stated, reference } = statedInRow(row);
    const agreed = agreementWith(
      match.way === 'ticker' ? reference.company_ticker : undefined,
      stated,
      facts,
    );
    if (agreed !== undefined) return agreed;
  }
  return undefined;
}

/** Returns what a statement says about its company, and how its row named it. */
export function statedInRow(row: Pick<StatementRow, 'kind' | 'content_json' | 'named_json'>): {
  stated: StatedFacts;
  reference: CompanyReference;
} {
  const reference = JSON.parse(row.named_json ?? '{}') as CompanyReference;
  const given = JSON.parse(row.content_json ?? '{}') as object;
  const { company_country, company_city } = reference;
  const own =
    company_country === undefined && company_city === undefined
      ? {}
      : { country: company_country, city: company_city };
  return { stated: { ...findKind(row.kind)?.statedFacts?.(given), ...own }, reference };
}

/**
 * Holds statements, or lets them count, and stores their records again. Statements that make no valid record stay held.
 * @returns how many statements changed
 */
export async function moveStatements(
  trx: Trx,
  now: string,
  rows: StatementRow[],
  held: boolean,
): Promise<number> {
  const moved = rows.filter((row) => Boolean(row.held) !== held && row.content_json !== null);
  if (moved.length === 0) return 0;
  if (held) {
    await store(trx, now, moved, true);
    return moved.length;
  }
  if (await isPossible(trx, () => store(trx, now, moved, false))) return moved.length;
  let done = 0;
  for (const some of groupBy(moved, ({ match_id }) => match_id!).values())
    if (await isPossible(trx, () => store(trx, now, some, false))) done += some.length;
  return done;
}

async function store(trx: Trx, now: string, rows: StatementRow[], held: boolean): Promise<void> {
  const domains = held ? new Map<number, string>() : await domainsOfRows(trx, rows);
  await commit(trx, now, {
    statements: {
      change: rows.map((row) => ({
        id: Number(row.id),
        held: held ? true : null,
        content_json: withDomain(row, domains.get(Number(row.id))),
      })),
    },
  });
  const byKind = groupBy(rows, ({ kind }) => kind);
  for (const kind of kinds) {
    const ids = (byKind.get(kind.name) ?? []).map(({ record_id }) => record_id);
    if (ids.length > 0) await rebuildRecords(trx, kind, [...new Set(ids)], now);
  }
}

/** Returns the main domains of the companies of held rows, which may have moved since, by statement. */
async function domainsOfRows(trx: Trx, rows: StatementRow[]): Promise<Map<number, string>> {
  const matches = await rowsWhere<Pick<CompanyMatchRow, 'id' | 'company_id'>>(
    trx,
    'company_matches',
    'id',
    rows.map(({ match_id }) => match_id!),
    ['id', 'company_id'],
  );
  const ids = new Map(matches.map(({ id, company_id }) => [id, company_id]));
  const domains = await mainDomains(trx, ids.values());
  return new Map(
    rows.flatMap((row) => {
      const domain = domains.get(ids.get(row.match_id!)!);
      return domain === undefined ? [] : [[Number(row.id), domain] as const];
    }),
  );
}

function withDomain({ kind, content_json, merged_from }: StatementRow, domain: string | undefined): string {
  if (domain === undefined || merged_from != null) return content_json!;
  const field = kind === 'company' ? 'domain' : 'company';
  return JSON.stringify({ ...(JSON.parse(content_json!) as object), [field]: domain });
}

const isPossible = (trx: Trx, work: () => Promise<void>): Promise<boolean> =>
  attempt(trx, work, (error) => error instanceof LoadError);
