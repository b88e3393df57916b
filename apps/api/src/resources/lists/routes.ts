import { fail, invalid } from '@dossier/shared';
import {
  audited,
  countOwn,
  createList,
  currentEpoch,
  deleteList,
  findCompanies,
  findListOfFeed,
  listLists,
  moveFeed,
  newestChange,
  settledChange,
  type Db,
  type ListRow,
  type Trx,
} from '@dossier/store';
import { requireEditor } from '../../http/auth/roles.ts';
import { Answer, uncached } from '../../http/endpoint.ts';
import { readListChanges, MAX_RECORDS } from '../../lists/changes.ts';
import { listFilter } from '../../lists/filter.ts';
import { requireKept } from '../../query/kept.ts';
import { rejectInverted } from '../../http/request/ranges.ts';
import { requireCompany } from '../../query/scope.ts';
import { route, type Context, type Route } from '../../services.ts';
import { changeEntry } from '../../views/changes.ts';
import { viewFeed } from '../../views/feed.ts';
import { basePath, frameOf } from '../../views/frame.ts';
import { actorOf } from '../../views/settings.ts';
import * as contract from './contract.ts';
import { ownerOf, requireList } from './read.ts';
import { settingsOf, viewList } from './view.ts';

/** Changes a list of the caller, and records who did. @throws 404 if it has no such list; 403 for readers */
async function change(
  { db, caller }: Context,
  { id, action }: { id: string; action: string },
  work: (trx: Trx) => Promise<boolean>,
): Promise<void> {
  requireEditor(caller!);
  await requireList(db, caller!, id);
  const entry = { actor: actorOf(caller!), action: `lists ${action}`, subject: id };
  if (!(await audited(db, entry, work))) throw fail('list_not_found', { id });
}

/** Returns the newest change that lists show: whether a run corrects in bulk is known when it is over. */
const shownChange = async ({ db, clock }: Context): Promise<number> =>
  Math.min(await newestChange(db), await settledChange(db, clock().getTime()));

/** Checks that ids are those of companies. The id of a merged company finds the other one. @throws 404 */
async function requireStored(db: Db, ids: number[]): Promise<void> {
  const stored = new Set((await findCompanies(db, 'id', ids)).map(({ id }) => id));
  for (const value of ids) if (!stored.has(value)) await requireCompany(db, { by: 'id', value });
}

export const routes: Route[] = [
  route(contract.listLists, async ({ db, caller, publicUrl }) => {
    const rows = await listLists(db, await ownerOf(db, caller!));
    return uncached({ lists: rows.map((row) => viewList(row, publicUrl)) });
  }),
  route(contract.createList, async ({ db, caller, now, publicUrl }, input) => {
    requireEditor(caller!);
    if ((input.filter === undefined) === (input.company_ids === undefined))
      throw invalid('filter', 'must be set unless `company_ids` is, but not both');
    if (input.filter) rejectInverted(listFilter, input.filter);
    await requireStored(db, input.company_ids ?? []);
    const organization_id = await ownerOf(db, caller!);
    const given = { ...settingsOf(input), organization_id, created_at: now };
    const entry = { actor: actorOf(caller!), action: 'lists create', details: { ...input } };
    const made = await audited(db, { ...entry, subject: ({ id }: ListRow) => id }, async (trx) => {
      if ((await countOwn(trx, 'lists', organization_id)) >= contract.MAX_LISTS)
        throw fail('too_many_lists', { most: contract.MAX_LISTS });
      return createList(trx, given);
    });
    return uncached(viewList(made!, publicUrl), 201);
  }),
  route(contract.deleteList, async (context, { list_id: id }) => {
    await change(context, { id, action: 'delete' }, (trx) => deleteList(trx, id));
    return uncached({ id });
  }),
  route(contract.moveFeed, async (context, { list_id: id }) => {
    await change(context, { id, action: 'feed' }, (trx) => moveFeed(trx, id));
    const { db, caller, publicUrl } = context;
    return uncached(viewList(await requireList(db, caller!, id), publicUrl));
  }),
  route(contract.listListChanges, async (context, { list_id, epoch, after, before, limit }) => {
    const { db, caller, publicUrl } = context;
    const list = await requireList(db, caller!, list_id);
    const current = await currentEpoch(db);
    if (epoch !== undefined && epoch !== current) throw fail('epoch_changed');
    if (after > 0) await requireKept(db, after);
    const seq = await shownChange(context);
    const until = Math.min(seq, (before ?? Infinity) - 1);
    const found = await readListChanges(db, list, { after, until, limit });
    return uncached({ list: viewList(list, publicUrl), ...found, seq, epoch: current });
  }),
  route(contract.getListFeed, async (context, { list_id, key }) => {
    const { db, publicUrl } = context;
    const list = await findListOfFeed(db, list_id, key);
    if (!list) throw fail('not_found');
    const until = await shownChange(context);
    const { changes } = await readListChanges(db, list, { after: 0, until, limit: MAX_RECORDS });
    const refs = await findCompanies(db, 'id', [
      ...new Set(changes.flatMap(({ company_ids }) => company_ids)),
    ]);
    const seen = { base: basePath(publicUrl), companies: new Map(refs.map((ref) => [ref.id, ref])) };
    const text = viewFeed(
      changes.map((one) => changeEntry(one, seen)),
      {
        title: `${frameOf(context).name}: ${list.name}`,
        publicUrl,
        id: `lists/${list.id}`,
        self: `/lists/${list.id}/${list.feed_key}/feed.atom`,
        page: `/console/lists/${list.id}`,
      },
    );
    return new Answer<string>(text, {
      headers: { 'Cache-Control': 'private, max-age=300', 'X-Robots-Tag': 'noindex' },
    });
  }),
];
