import { inParts } from '@dossier/shared';
import { inList, rawRows } from '../sql/filters.ts';
import { insertRows } from '../sql/insert.ts';
import type { Db, Query, Trx } from '../sql/open.ts';
import type { CompanyRow } from '../schema/tables.ts';

/** A company that was merged into another one and deleted. */
export interface CompanyMergeRow {
  company_id: number;
  /** The id of the company that it was merged into. That company may itself have been merged later. */
  winner_id: number;
  run: number | null;
  /** Its row of `companies`. */
  row_json: string;
  /** The slug and domains that find the other company: `[{kind, name}]`. */
  aliases_json: string;
  /** The moved rows without statements, for the undo. */
  moved_json: string;
}

/** A slug or domain of a merged company, which finds the stored company. */
export interface CompanyAliasRow {
  kind: 'slug' | 'domain';
  name: string;
  /** The stored company. */
  company_id: number;
  /** The merged company. */
  merged_id: number;
  /** The time since which it finds that company. */
  since: string;
}

export type Alias = Pick<CompanyAliasRow, 'kind' | 'name'>;

/** Returns the merged companies with these domains, with the stored companies that the domains find. */
export async function mergedDomains(trx: Db | Trx, domains: string[]): Promise<Map<string, CompanyAliasRow>> {
  const rows: CompanyAliasRow[] = [];
  const sql = `select * from company_aliases where kind = 'domain' and ${inList(trx, 'name')}`;
  for (const names of inParts([...new Set(domains)]))
    rows.push(...(await rawRows<CompanyAliasRow>(trx, sql, [names])));
  return new Map(rows.map((row) => [row.name, row]));
}

/** A merged company, with its former domain and the stored company that it was merged into. */
export interface MergedCompany extends Pick<CompanyAliasRow, 'company_id' | 'merged_id'> {
  domain: string;
}

/** Returns the companies that were merged into these. */
export async function readMergedCompanies(trx: Trx, companies: number[]): Promise<MergedCompany[]> {
  const found = new Map<number, MergedCompany>();
  for (const part of inParts([...new Set(companies)])) {
    const rows: (MergedCompany & Pick<CompanyMergeRow, 'row_json'>)[] = await trx('company_aliases as a')
      .join('company_merges as m', 'm.company_id', 'a.merged_id')
      .whereIn('a.company_id', part)
      .select('a.company_id', 'a.merged_id', 'm.row_json');
    for (const { company_id, merged_id, row_json } of rows)
      found.set(merged_id, { company_id, merged_id, domain: (JSON.parse(row_json) as CompanyRow).domain });
  }
  return [...found.values()];
}

/** Returns the ids of a merged company and of all companies that were merged into it. */
export async function mergedInto(trx: Trx, company: number): Promise<number[]> {
  const all = [company];
  for (const id of all) {
    const before = (await trx('company_merges').where({ winner_id: id }).pluck('company_id')) as number[];
    all.push(...before);
  }
  return all;
}

/** Adds the missing aliases of a restored company: those of all companies that were merged into it. */
export async function restoreAliases(trx: Trx, company: number, now: string): Promise<void> {
  const merged = (await mergedInto(trx, company)).slice(1);
  for (const row of await trx<CompanyMergeRow>('company_merges').whereIn('company_id', merged))
    await addAliases(trx, JSON.parse(row.aliases_json) as Alias[], {
      ...{ company_id: company, merged_id: row.company_id, since: now },
    });
}

/** Selects aliases by the companies that they find, or by the merged companies. */
type WhichAliases = { company_id: number[] } | { merged_id: number[] };

const aliasesOf = (trx: Trx, which: WhichAliases) => {
  const [[column, ids]] = Object.entries(which) as [[string, number[]]];
  return trx<CompanyAliasRow>('company_aliases').whereIn(column, ids);
};

/**
 * Copies aliases to the history. Call it in the transaction of `write` with its time, before they are changed or deleted.
 * An alias that the same transaction has already changed is not copied again, because it was never served.
 */
export async function keepAliases(trx: Trx, which: WhichAliases, now: string): Promise<void> {
  const rows = await aliasesOf(trx, which).where('since', '<', now);
  const former = rows.map((row) => ({ valid_from: row.since, valid_to: now, ...row }));
  await insertRows(trx, 'company_aliases_history', former);
}

/** Moves aliases to another company, and keeps their former state in the history. */
export async function moveAliases(trx: Trx, which: WhichAliases, to: number, now: string): Promise<void> {
  await keepAliases(trx, which, now);
  await aliasesOf(trx, which).update({ company_id: to, since: now });
}

/** Deletes aliases, and keeps them in the history. */
export async function removeAliases(trx: Trx, which: WhichAliases, now: string): Promise<void> {
  await keepAliases(trx, which, now);
  await aliasesOf(trx, which).delete();
}

/** SQLite rejects a statement with more rows. */
const AT_ONCE = 500;

/** Adds aliases of a company. Existing aliases stay as they are. */
export async function addAliases(
  trx: Trx,
  aliases: Alias[],
  to: Omit<CompanyAliasRow, keyof Alias>,
): Promise<void> {
  for (const part of inParts(aliases, AT_ONCE))
    await trx('company_aliases')
      .insert(part.map(({ kind, name }) => ({ kind, name, ...to })))
      .onConflict(['kind', 'name'])
      .ignore();
}

/** Stores a merge for its undo, and moves the matches by name of the merged company. */
export async function addMerge(trx: Trx, row: CompanyMergeRow, matches: number[]): Promise<void> {
  await insertRows(trx, 'company_merges', [row]);
  for (const part of inParts(matches))
    await trx('company_matches').whereIn('id', part).update({ company_id: row.winner_id });
}

/** Deletes a merge and the deletion of its company, which is stored again. */
export async function removeMerge(trx: Trx, company: number): Promise<void> {
  await trx('company_merges').where({ company_id: company }).delete();
  await trx('deletions')
    .where({ kind: 'company', record_id: String(company) })
    .delete();
}

/** Moves matches back to a company that is no longer merged. */
export async function returnMatches(
  trx: Trx,
  [company, from]: [company: number, from: number],
  { matches }: { matches: number[] },
): Promise<void> {
  for (const part of inParts(matches))
    await moveMatches(trx('company_matches').where({ company_id: from }).whereIn('id', part), company);
}

/** Moves matches to a company. Those of a name that it has a match for stay. */
export const moveMatches = (some: Query, company: number) =>
  some
    .whereRaw(
      `not exists (select 1 from company_matches as o where o.company_id = ?
        and o.source = company_matches.source and o.name_key = company_matches.name_key)`,
      [company],
    )
    .update({ company_id: company });
