import { groupBy, type Rebuilt } from '@dossier/shared';
import {
  commit,
  mergedInto,
  moveAliases,
  readStatements,
  removeAliases,
  removeMerge,
  returnMatches,
  restoreAliases,
  type StatementChanges,
  type CompanyDomainRow,
  type CompanyMergeRow,
  type CompanyRow,
  type StatementRow,
  type Trx,
} from '@dossier/store';
import { companyKind } from '../kinds/company/index.ts';
import { returnLinks, type MovedLinks } from './merged-links.ts';
import { joinSame, moveOf, type MovedRows } from './merged-rows.ts';
import { kinds } from '../kinds/index.ts';
import type { Kind } from '../kinds/kind.ts';
import { namesOfRestored, rebuildMentions } from './mentions.ts';
import { rebuildRecords, rejectTakenDomain } from '../ledger/rebuild.ts';
import { rowsWhere, storedValues, type OwnedRow } from '../stored/rows.ts';
import { stableId } from '../stored/hash.ts';
import type { Moved } from './merge.ts';

/**
 * Reverts a merge of companies after its own statement is removed. Statements about the merged company, from before or after
 * the merge, are about that company again. Returns the rebuilt records; none if the merge is already reverted.
 * @throws LoadError when its domain belongs to another company now
 */
export async function unmerge(trx: Trx, run: number, now: string): Promise<Map<Kind, Rebuilt>> {
  const merge = await trx<CompanyMergeRow>('company_merges').where({ run }).first();
  if (!merge) return new Map();
  const loser = JSON.parse(merge.row_json) as CompanyRow;
  const moved = JSON.parse(merge.moved_json) as Moved & MovedLinks;
  // A merge of an earlier version has only the links of documents.
  const { linked = { document: moved } } = moved as Partial<Moved> & MovedLinks;
  const merged = await mergedInto(trx, loser.id);
  const said = await trx<StatementRow>('statements').whereIn('merged_from', merged);
  const about = said.find(({ kind }) => kind === 'company')?.record_id;
  // The winner may have been merged itself, or restored under another id.
  const winner = await trx<CompanyRow>('companies')
    .where({ id: Number(about ?? merge.winner_id) })
    .first();

  const ofWinner = new Set(winner ? await mergedInto(trx, winner.id) : []);

  await insertCompany(trx, now, loser);
  const open = new Map<Kind, string[]>();
  for (const kind of kinds.filter(({ storage }) => storage.ofCompany)) {
    const rows = said.filter((row) => row.kind === kind.name);
    const done = await splitRecords(trx, kind, rows, {
      ...(moved.rows[kind.name] ?? { moved: [], joined: [] }),
      isOfWinner: ({ merged_from }) => merged_from == null || ofWinner.has(merged_from),
    });
    const back = await rowsWhere<OwnedRow>(trx, kind.storage.table, 'id', done.back);
    const companies: [number, number?] = winner ? [winner.id, loser.id] : [loser.id];
    const changes = back.map((row) => moveOf(kind, row, { companies, domains: [loser.domain] }));
    await commit(trx, now, { changes, statements: { change: done.change } });
    open.set(kind, done.open);
  }
  const own = await trx<StatementRow>('statements').where({ merged_from: loser.id }).select('id');
  const change = [
    ...said
      .filter(({ kind }) => kind === 'company')
      .map(({ id }) => ({ id: Number(id), record_id: String(loser.id) })),
    ...own.map(({ id }) => ({ id: Number(id), merged_from: null })),
    ...(await marksWithout(trx, merged)),
  ];
  await commit(trx, now, { statements: { change } });
  await removeAliases(trx, { merged_id: [loser.id] }, now);
  await moveAliases(trx, { merged_id: merged }, loser.id, now);
  // They are missing if the other company was deleted.
  await restoreAliases(trx, loser.id, now);
  await removeMerge(trx, loser.id);

  const total: Rebuilt = { restored: 1, changed: 0, removed: 0 };
  const add = (to: Rebuilt, { restored, changed, removed }: Rebuilt) => {
    to.restored += restored;
    to.changed += changed;
    to.removed += removed;
  };
  if (winner) {
    // The winner must lose the domains first.
    add(total, await rebuildRecords(trx, companyKind, [String(winner.id)], now));
    for (const kind of kinds.filter(({ name }) => linked[name]))
      await commit(trx, now, {
        changes: await returnLinks(trx, kind, [loser.id, winner.id], linked[kind.name]!),
      });
    const matches = [...moved.matches, ...said.flatMap(({ match_id }) => match_id ?? [])];
    await returnMatches(trx, [loser.id, winner.id], { matches: [...new Set(matches)] });
  }
  const { domain } = loser;
  const [owner] = await rowsWhere<CompanyDomainRow>(trx, 'company_domains', 'domain', [domain]);
  if (owner) await rejectTakenDomain(trx, domain, owner.company_id);
  await commit(trx, now, {
    changes: [
      {
        ...{ op: 'upsert', kind: 'company', record: { id: loser.id }, key: [domain], fields: null },
        ...{ companies: winner ? [winner.id] : [], parts: { company_domains: [{ domain }] } },
      },
    ],
  });
  const back = await rebuildRecords(trx, companyKind, [String(loser.id)], now);
  // Its row is already restored.
  add(total, { ...back, changed: 0 });
  if (back.removed > 0) total.restored -= 1;
  const rebuilt = new Map<Kind, Rebuilt>([[companyKind, total]]);
  for (const [kind, ids] of open) {
    if (ids.length === 0) continue;
    rebuilt.set(kind, await rebuildRecords(trx, kind, ids, now));
    for (const company of winner ? [loser, winner] : [loser]) {
      const { kept, ...joined } = await joinSame(trx, kind, company, ids);
      await commit(trx, now, joined);
      await rebuildRecords(trx, kind, kept, now);
    }
  }
  const both = new Map([['company', winner ? [loser.id, winner.id] : [loser.id]]]);
  const mentioning = await rebuildMentions(trx, await namesOfRestored(trx, both), now);
  for (const [kind, done] of mentioning) rebuilt.set(kind, done);
  return rebuilt;
}

/** Stores the row of a company again, under its id. The rest is rebuilt from its statements. */
async function insertCompany(trx: Trx, now: string, { slug: former, ...row }: CompanyRow): Promise<void> {
  const { domain } = row;
  const owner = await trx<CompanyRow>('companies').where({ domain }).first('id');
  if (owner) await rejectTakenDomain(trx, domain, owner.id);
  const isTaken = (await trx<CompanyRow>('companies').where({ slug: former }).first('id')) !== undefined;
  const slug = isTaken ? `${former}-${row.id}` : former;
  // With an empty name, the company counts as changed, so all its parts are written.
  const stored = { ...row, slug, name: '', cik: null, content_hash: '', updated_at: now };
  await commit(trx, now, {
    changes: [
      {
        ...{ op: 'upsert', kind: 'company', record: { id: row.id }, isNew: true, row: stored },
        ...{ key: [domain], companies: [], fields: null },
      },
    ],
  });
}

/**
 * Separates the statements about records of the merged company from those about records of the other company.
 * @returns the records that belong to the merged company again, the records to rebuild, and the changes of statements
 */
async function splitRecords(
  trx: Trx,
  kind: Kind,
  said: StatementRow[],
  { moved, joined, isOfWinner }: MovedRows & { isOfWinner: (row: StatementRow) => boolean },
): Promise<{ back: string[]; open: string[]; change: NonNullable<StatementChanges['change']> }> {
  const [back, open]: string[][] = [[], []];
  const native = new Set(moved);
  const joinedInto = new Map(joined.map(([id, into]) => [into, id]));
  const change: NonNullable<StatementChanges['change']> = [];
  const move = (rows: StatementRow[], record_id: string) =>
    change.push(...rows.map(({ id }) => ({ id: Number(id), record_id })));
  const own = groupBy(said, ({ record_id }) => record_id);
  const all = await readStatements(trx, kind.name, own.keys());
  const used = await usedIds(
    trx,
    kind,
    joined.map(([id]) => id),
  );
  for (const [record, rows] of own) {
    const ids = new Set(rows.map(({ id }) => id));
    const rest = all.get(record)!.filter(({ id }) => !ids.has(id));
    const others = rest.filter(isOfWinner);
    // Statements of a company that was merged into a deleted one came with the merged company.
    const brought = rest.filter((row) => !isOfWinner(row));
    const before = joinedInto.get(record);
    if (before === undefined && others.length === 0) {
      back!.push(record);
      continue;
    }
    // A restored record gets its former id, unless the undo of another merge has given it to a record.
    const apart = before !== undefined && !used.has(before) ? before : stableId(record, 'apart');
    if (before === undefined && native.has(record)) {
      back!.push(record);
      move(others, apart);
    } else move([...rows, ...brought], apart);
    open!.push(record, apart);
  }
  return { back: back!, open: open!, change };
}

/**
 * Returns the changes that remove the companies of an undone merge from the marks of deletions. The deletions of the company
 * itself end all before them again.
 * @param merged the company, then those that were merged into it. The marks of their deletions do not change.
 */
async function marksWithout(trx: Trx, merged: number[]): Promise<NonNullable<StatementChanges['change']>> {
  const [company, ...inside] = merged;
  const marked = await trx<StatementRow>('statements')
    .whereNotNull('merged_from')
    .whereNull('content_json')
    .whereNotNull('named_json')
    .select('id', 'merged_from', 'named_json');
  return marked.flatMap(({ id, merged_from, named_json }) => {
    if (inside.includes(merged_from!)) return [];
    const all = JSON.parse(named_json!) as number[];
    const left = merged_from === company ? [] : all.filter((each) => !merged.includes(each));
    if (left.length === all.length) return [];
    return [{ id: Number(id), named_json: left.length === 0 ? null : JSON.stringify(left) }];
  });
}

/** Returns those of these ids of a kind that a record or a statement has. */
async function usedIds(trx: Trx, { name, storage }: Kind, ids: string[]): Promise<Set<string>> {
  const statements = await readStatements(trx, name, ids);
  return new Set([...(await storedValues(trx, `${storage.table}.id`, ids)), ...statements.keys()]);
}
