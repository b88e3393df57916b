import type { SearchEngine } from '@dossier/search';
import type { ExplainedField, MergedField, MergeEffect } from '@dossier/shared';
import {
  addAliases,
  addMerge,
  commit,
  explainCompany,
  mergedDomains,
  moveAliases,
  runOf,
  type Alias,
  type StatementChanges,
  type CompanyMergeRow,
  type CompanyRow,
  type Db,
  type Trx,
} from '@dossier/store';
import { inOne } from '../guards/transaction.ts';
import { syncIndex, type Synced } from '../index/sync.ts';
import { companyKind } from '../kinds/company/index.ts';
import { movedMatches, moveLinks, readLinks, type MovedLinks } from './merged-links.ts';
import { statementsAbout, moveRows, type MovedRows, type Merging } from './merged-rows.ts';
import { requireRecord } from './find-record.ts';
import { kinds } from '../kinds/index.ts';
import { rebuildMentions } from './mentions.ts';
import { rebuildRecords } from '../ledger/rebuild.ts';
import { statementsOfMerged } from '../ledger/statements/merged.ts';
import { settleMatches } from '../ledger/settle-matches.ts';
import { deletionOf } from '../ledger/changes.ts';
import { LoadError } from '../rows/types.ts';
import { handStatement } from './hand.ts';

/** What a merge moved besides statements, for its undo. */
export interface Moved {
  /** By kind. */
  rows: Record<string, MovedRows>;
  linked: Record<string, MovedLinks>;
  /** The matches by name. */
  matches: number[];
}

/** The result of a merge. */
export interface Merged extends Synced, MergeEffect {
  dryRun: boolean;
}

/**
 * Merges a company into another one, in one transaction. Its records and statements move to the other company, and its
 * domains, slug and ids find that company. Values of the other company win over its values at the same rank.
 * @param options.run the run that can be undone
 * @throws LoadError when a domain is unknown, both domains find one company, or the merged content is invalid
 */
export async function mergeCompanies(options: {
  db: Db;
  search?: SearchEngine | undefined;
  into: string;
  from: string;
  run?: number;
  dryRun?: boolean;
}): Promise<Merged> {
  const { db, search, into, from, run, dryRun = false } = options;
  let merged: Omit<Merged, keyof Synced> | undefined;
  const work = async (trx: Trx, now: string) => {
    const [winner, loser] = [await companyOf(trx, into), await companyOf(trx, from)];
    if (winner.id === loser.id) throw new LoadError(`${into} and ${from} are already one company.`);
    const before = await readFields(trx, winner);
    const rows = await merge(trx, now, winner, loser);
    const changes = changedFields(before, await readFields(trx, winner));
    merged = { into: named(winner), from: named(loser), dryRun, ...countsOf(rows), changes };
  };
  await inOne(db, !dryRun, (inTransaction) => inTransaction(work), run);
  const synced = dryRun ? { indexed: 0, waiting: 0 } : await syncIndex(db, search);
  return { ...merged!, ...synced };
}

const named = ({ id, domain, name }: CompanyRow) => ({ id, domain, name });

const readFields = (trx: Trx, { id }: CompanyRow): Promise<ExplainedField[]> =>
  explainCompany(trx, String(id), companyKind.statements!.rulesOf({}));

function changedFields(before: ExplainedField[], after: ExplainedField[]): MergedField[] {
  const [old, current] = [before, after].map((all) => new Map(all.map((each) => [each.field, each])));
  return [...new Set([...old!.keys(), ...current!.keys()])].sort().flatMap((field) => {
    const [was, is] = [old!.get(field), current!.get(field)];
    const change = {
      field,
      before: was?.value ?? null,
      after: is?.value ?? null,
      source: is?.source ?? null,
    };
    return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [change];
  });
}

async function companyOf(trx: Trx, domain: string): Promise<CompanyRow> {
  const id = await requireRecord(trx, companyKind, [domain]);
  return (await trx<CompanyRow>('companies')
    .where({ id: Number(id) })
    .first())!;
}

function countsOf(rows: Moved['rows']): Pick<Merged, 'moved' | 'joined'> {
  const counts: Pick<Merged, 'moved' | 'joined'> = { moved: {}, joined: {} };
  for (const { name, plural } of kinds) {
    const { moved, joined } = rows[name] ?? { moved: [], joined: [] };
    if (moved.length > 0) counts.moved[plural] = moved.length;
    if (joined.length > 0) counts.joined[plural] = joined.length;
  }
  return counts;
}

async function merge(trx: Trx, now: string, winner: CompanyRow, loser: CompanyRow): Promise<Moved['rows']> {
  const companies: [number, number] = [loser.id, winner.id];
  const merging: Merging = { companies, domains: [loser.domain, winner.domain] };
  const domains = (await trx('company_domains')
    .where({ company_id: loser.id })
    .orderBy('domain')
    .pluck('domain')) as string[];
  // The marks of companies that were merged into it before stay.
  const former = await mergedDomains(trx, domains);
  const rows: Moved['rows'] = {};
  for (const kind of kinds.filter(({ storage }) => storage.ofCompany)) {
    const { done, ...changes } = await moveRows(trx, kind, merging);
    rows[kind.name] = done;
    await commit(trx, now, changes);
  }
  const linked: Moved['linked'] = {};
  for (const kind of kinds.filter(({ storage }) => storage.companies)) {
    linked[kind.name] = await readLinks(trx, kind, companies);
    await commit(trx, now, { changes: await moveLinks(trx, kind, companies, linked[kind.name]!) });
  }
  await commit(trx, now, { statements: await moveStatements(trx, now, winner, loser) });
  const aliases = [
    { kind: 'slug' as const, name: loser.slug },
    ...domains.filter((each) => !former.has(each)).map((name): Alias => ({ kind: 'domain', name })),
  ];
  await moveAliases(trx, { company_id: [loser.id] }, winner.id, now);
  await addAliases(trx, aliases, { company_id: winner.id, merged_id: loser.id, since: now });
  const moved: Moved = { rows, linked, matches: await movedMatches(trx, companies) };
  const merge: CompanyMergeRow = {
    ...{ company_id: loser.id, winner_id: winner.id, run: runOf(trx), row_json: JSON.stringify(loser) },
    ...{ aliases_json: JSON.stringify(aliases), moved_json: JSON.stringify(moved) },
  };
  await addMerge(trx, merge, moved.matches);
  await commit(trx, now, {
    changes: [
      deletionOf(companyKind, loser.id, {
        ...{ key: [loser.domain], companies: [winner.id], deletedFrom: [null], keepsStatements: true },
      }),
    ],
  });
  await rebuildRecords(trx, companyKind, [String(winner.id)], now);
  for (const kind of kinds) {
    const into = (rows[kind.name]?.joined ?? []).map(([, id]) => id);
    if (into.length > 0) await rebuildRecords(trx, kind, [...new Set(into)], now);
  }
  // Records that name the merged company, such as categories, now name the other one.
  await rebuildMentions(trx, new Map([['company', new Set(domains)]]), now);
  await settleMatches(trx, now, now);
  return rows;
}

/** Returns the changes that move the statements about a company to the other one, which also gets its domain. */
async function moveStatements(
  trx: Trx,
  now: string,
  winner: CompanyRow,
  loser: CompanyRow,
): Promise<StatementChanges> {
  const said = await statementsAbout(trx, companyKind, [String(loser.id)]);
  const content = { domain: winner.domain, add_alternative_domains: [loser.domain] };
  return {
    move: statementsOfMerged(said, loser.id).map((each) => ({ ...each, record_id: String(winner.id) })),
    add: [handStatement(trx, 'company', { id: winner.id }, content, now)],
  };
}
