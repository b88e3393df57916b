import type { SearchEngine } from '@dossier/search';
import {
  addAliases,
  addStatements,
  enqueue,
  HAND,
  keepVersions,
  mergedDomains,
  moveAliases,
  noteChanges,
  noteDeletions,
  runOf,
  type Alias,
  type CompanyRow,
  type Db,
  type StatementRow,
  type Trx,
} from '@dossier/store';
import { inOne } from '../guards/transaction.ts';
import { syncIndex, type Synced } from '../index/sync.ts';
import { companyKind } from '../kinds/company/index.ts';
import { moveLinks, type MovedLinks } from '../kinds/company/merged-links.ts';
import { moveRows, noteMoved, removeJoined, type MovedRows } from '../kinds/company/merged-rows.ts';
import { findRecord } from '../kinds/find-record.ts';
import { kinds } from '../kinds/index.ts';
import { rebuildMentions } from '../kinds/mentions.ts';
import { rebuildRecords } from '../kinds/rebuild.ts';
import { seedStatements } from '../kinds/statement-seeds.ts';
import { LoadError } from '../rows/types.ts';

/** The rows that a merge moved, for its undo. */
export interface Moved extends MovedLinks {
  /** By kind. */
  rows: Record<string, MovedRows>;
}

/** The result of a merge. */
export interface Merged extends Synced {
  into: Pick<CompanyRow, 'id' | 'domain' | 'name'>;
  from: Pick<CompanyRow, 'id' | 'domain' | 'name'>;
  dryRun: boolean;
  /** The numbers of records that moved, and of records that were joined with others, by kind in the plural. */
  moved: Record<string, number>;
  joined: Record<string, number>;
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
    const rows = await merge(trx, now, winner, loser);
    merged = { into: named(winner), from: named(loser), dryRun, ...countsOf(rows) };
  };
  await inOne(db, !dryRun, (inTransaction) => inTransaction(work), run);
  const synced = dryRun ? { indexed: 0, waiting: 0 } : await syncIndex(db, search);
  return { ...merged!, ...synced };
}

const named = ({ id, domain, name }: CompanyRow) => ({ id, domain, name });

async function companyOf(trx: Trx, domain: string): Promise<CompanyRow> {
  const id = await findRecord(trx, companyKind, [domain]);
  if (id === undefined) throw new LoadError(`There is no company ${domain}. The key is <domain>.`);
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
  const domains = (await trx('company_domains')
    .where({ company_id: loser.id })
    .orderBy('domain')
    .pluck('domain')) as string[];
  // The marks of companies that were merged into it before stay.
  const former = await mergedDomains(trx, domains);
  await seedStatements(trx, companyKind, companies);
  // Must run while the rows still belong to the merged company.
  await companyKind.beforeRemoval!(trx, [loser.id], now);
  const rows: Moved['rows'] = {};
  for (const kind of kinds.filter(({ storage }) => storage.ofCompany)) {
    const done = await moveRows(trx, now, kind, companies);
    rows[kind.name] = done;
    const { joined } = done;
    const ids = joined.map(([id]) => id);
    await removeJoined(trx, now, kind, ids, { domain: loser.domain, companies });
    await noteMoved(trx, now, kind, done.moved, { domain: winner.domain, companies });
  }
  const moved: Moved = { rows, ...(await moveLinks(trx, now, companies)) };
  await moveStatements(trx, now, winner, loser);
  await moveNames(
    trx,
    companies,
    [
      { kind: 'slug', name: loser.slug },
      ...domains.filter((each) => !former.has(each)).map((name): Alias => ({ kind: 'domain', name })),
    ],
    { loser, moved, now },
  );
  await removeCompany(trx, now, winner, loser);
  await rebuildRecords(trx, companyKind, [String(winner.id)], now);
  for (const kind of kinds) {
    const into = (rows[kind.name]?.joined ?? []).map(([, id]) => id);
    if (into.length > 0) await rebuildRecords(trx, kind, [...new Set(into)], now);
  }
  // Categories that list the merged company now list the other one.
  await rebuildMentions(trx, { domains: new Set(domains) }, now);
  return rows;
}

/** Moves the statements about a company to the other one, which also gets its domain. */
async function moveStatements(trx: Trx, now: string, winner: CompanyRow, loser: CompanyRow): Promise<void> {
  const said = () => trx<StatementRow>('statements').where({ kind: 'company', record_id: String(loser.id) });
  await said().whereNull('merged_from').update({ merged_from: loser.id });
  await said().update({ record_id: String(winner.id) });
  await addStatements(trx, [
    {
      ...{ kind: 'company', record_id: String(winner.id), source: HAND, run: runOf(trx) },
      content_json: JSON.stringify({ domain: winner.domain, add_alternative_domains: [loser.domain] }),
      ...{ file: null, line: null, observed_at: now, earlier_json: null },
    },
  ]);
}

/** Stores the names of a company as aliases of the other one, and the merge for its undo. */
async function moveNames(
  trx: Trx,
  [from, into]: [number, number],
  aliases: Alias[],
  { loser, moved, now }: { loser: CompanyRow; moved: Moved; now: string },
): Promise<void> {
  await moveAliases(trx, { company_id: [from] }, into, now);
  await addAliases(trx, aliases, { company_id: into, merged_id: from, since: now });
  await trx('company_merges').insert({
    ...{ company_id: from, winner_id: into, run: runOf(trx) },
    row_json: JSON.stringify(loser),
    aliases_json: JSON.stringify(aliases),
    moved_json: JSON.stringify(moved),
  });
}

/** Deletes the row of a merged company, whose statements are kept. */
async function removeCompany(trx: Trx, now: string, winner: CompanyRow, loser: CompanyRow): Promise<void> {
  const key = [loser.domain];
  await noteDeletions(trx, [
    {
      ...{ kind: 'company', record_id: String(loser.id), natural_key: JSON.stringify(key) },
      ...{ company_id: null, deleted_at: now },
    },
  ]);
  await noteChanges(trx, now, [
    {
      ...{ op: 'delete', kind: 'company', record: loser.id, key, fields: null },
      companies: [loser.id, winner.id],
    },
  ]);
  await keepVersions(trx, 'company', [loser.id], now);
  await trx('companies').where({ id: loser.id }).delete();
  await enqueue(trx, 'company', [loser.id]);
}
