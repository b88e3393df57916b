import { commit } from './commit.ts';
import { readMatched } from './matches.ts';
import { moveMatches, restoreAliases } from './merges.ts';
import type { CompanyMatchRow } from '../schema/tables.ts';
import type { Trx } from '../sql/open.ts';

/** Returns the key by which a judgement about a pair, which belongs to the older company, names the other one. */
export const pairKey = (company: number): string => `#${company}`;

/** Changes the merges, aliases and matches of a company that is restored under another id, so that they find it. */
export async function followWinner(trx: Trx, former: number, winner: number, now: string): Promise<void> {
  await movePairs(trx, former, winner);
  await moveMatches(trx('company_matches').where({ company_id: former }), winner);
  await joinMatches(trx, { former, winner, now });
  const changed = await trx('company_merges').where({ winner_id: former }).update({ winner_id: winner });
  if (changed > 0) await restoreAliases(trx, winner, now);
}

/** Gives the rows of the matches that stayed at a former id to the winner's match of the same name, with its review. */
async function joinMatches(
  trx: Trx,
  { former, winner, now }: { former: number; winner: number; now: string },
): Promise<void> {
  const left = await trx<CompanyMatchRow>('company_matches').where({ company_id: former });
  for (const { id, source, name_key, status, reviewed_at, reviewed_by, review_run } of left) {
    const same = trx<CompanyMatchRow>('company_matches').where({ company_id: winner, source, name_key });
    const { id: match_id } = (await same.clone().first('id'))!;
    if (reviewed_at !== null)
      await same.whereNull('reviewed_at').update({ status, reviewed_at, reviewed_by, review_run });
    const rows = await readMatched(trx, [id]);
    await commit(trx, now, { statements: { change: rows.map((row) => ({ id: Number(row.id), match_id })) } });
    await trx('company_matches').where({ id }).delete();
  }
}

type Version = { content_hash: string; updated_at: string };

/** Returns a stored company, or the last version of a deleted one. */
async function versionOf(trx: Trx, id: number): Promise<Version | undefined> {
  const columns = ['content_hash', 'updated_at'] as const;
  const stored = await trx('companies')
    .where({ id })
    .first<Version | undefined>(...columns);
  if (stored) return stored;
  const former = trx('companies_history').where({ id }).orderBy('valid_to', 'desc');
  return former.first<Version | undefined>(...columns);
}

/** Moves the judgements about pairs with a company. A judgement stays valid if neither company has changed since. */
async function movePairs(trx: Trx, former: number, winner: number): Promise<void> {
  const pairs = await trx<CompanyMatchRow>('company_matches')
    .where({ way: 'pair' })
    .where((of) => void of.where({ company_id: former }).orWhere({ name_key: pairKey(former) }));
  if (pairs.length === 0) return;
  const before = await versionOf(trx, former);
  const restored = (await versionOf(trx, winner))!;
  for (const { id, company_id, name_key, matched_at } of pairs) {
    const other = company_id === former ? Number(name_key.slice(1)) : company_id;
    const [older, newer] = [other, winner].sort((a, b) => a - b) as [number, number];
    const moved = { source: '', company_id: older, name_key: pairKey(newer) };
    const isJudged = (version: Version | undefined) =>
      version !== undefined && version.updated_at <= matched_at;
    const isValid =
      before?.content_hash === restored.content_hash &&
      isJudged(before) &&
      isJudged(await versionOf(trx, other));
    if (older === newer || (await trx('company_matches').where(moved).first('id')))
      await trx('company_matches').where({ id }).delete();
    else
      await trx('company_matches')
        .where({ id })
        .update({ ...moved, ...(isValid && { matched_at: restored.updated_at }) });
  }
}
