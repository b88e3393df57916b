import { writeOptions } from '@dossier/embeds';
import { fail } from '@dossier/shared';
import {
  findSavedEmbed,
  listSavedEmbeds,
  listVersions,
  publishEmbed,
  saveEmbed,
  saveVersion,
  type SavedEmbed,
} from '@dossier/store';
import { mayEdit } from '../../../http/auth/roles.ts';
import { parseInput } from '../../../http/request/input.ts';
import { route, type Context, type Route } from '../../../services.ts';
import { isComplete, readChoices } from '../builder/choices.ts';
import { getBuilder } from '../builder/contract.ts';
import { makeEmbed } from '../builder/make.ts';
import { pageOf, placesOf, seeOther } from '../builder/places.ts';
import { queryOf, viewBuilder } from '../builder/view.ts';
import * as contract from './contract.ts';
import { makerOf, pathOf, placeOf } from '../builder/saved.ts';
import { changeAs, signedIn, type SignedIn } from '../builder/signed-in.ts';
import { viewSaved, viewVersions } from './view.ts';

/** The embeds of a page of the list. */
const SIZE = 100;

/** Returns a saved embed of the organization. @throws 404 */
async function requireSaved({ db, caller }: SignedIn, id: string): Promise<SavedEmbed> {
  const found = await findSavedEmbed(db, id, caller.organization);
  if (!found) throw fail('not_found');
  return found;
}

const savedPath = (context: Context, id = '') => `${placesOf(context).builder}/saved${id && `/${id}`}`;

/** Changes the embeds of the caller, and records who did. @throws 404 if it has no such embed */
async function change<T>(...given: Parameters<typeof changeAs<T>>): Promise<T> {
  const done = await changeAs(...given);
  if (done === undefined) throw fail('not_found');
  return done;
}

/** Saves what the builder shows, or shows what is wrong with it. */
async function save(
  context: SignedIn,
  { choices: query, saved: id }: { choices: string; saved?: string | undefined },
) {
  const { caller, now } = context;
  const places = placesOf(context);
  const choices = await readChoices(context, {
    ...parseInput(getBuilder.input, Object.fromEntries(new URLSearchParams(query))),
    saved: id,
  });
  const { form } = choices;
  const made = form && isComplete(choices) ? await makeEmbed(context, { ...choices, form }) : undefined;
  if (!made || 'problems' in made) return pageOf(viewBuilder(places, choices, made, undefined), 400);
  const { kind, subject, options } = made.address;
  const saving = {
    ...{ title: made.title, kind, subject, look: writeOptions(options) },
    ...{ query: queryOf(choices).toString(), made_by: makerOf(caller) },
  };
  const creator = caller.organization;
  const entry = { action: 'save', details: { title: made.title, kind, subject } };
  const stored = await change<string>(context, { ...entry, subject: (uuid) => uuid }, async (trx) =>
    id === undefined
      ? saveEmbed(trx, { creator, look: placeOf(saving), saved: saving, now })
      : (await saveVersion(trx, { id, creator, saved: saving, now })) !== undefined && id,
  );
  // The page opens at what it says about the save, which is below the form.
  return seeOther(`${places.builder}?${saving.query}&saved=${stored}#result`);
}

/** Returns the handler that publishes or unpublishes. */
const publishing = (isPublished: boolean) =>
  signedIn<{ embed_id: string }>(async (context, { embed_id: id }) => {
    const { caller, now } = context;
    const unpublished_at = isPublished ? null : now;
    const action = isPublished ? 'publish' : 'unpublish';
    await change(context, { action, subject: id }, (trx) =>
      publishEmbed(trx, { id, creator: caller.organization, unpublished_at }),
    );
    return seeOther(savedPath(context));
  }, true);

export const routes: Route[] = [
  route(
    contract.getSaved,
    signedIn<{ page: number }>(async (context, { page }) => {
      const { db, caller } = context;
      const offset = (page - 1) * SIZE;
      const found = await listSavedEmbeds(db, caller.organization, { limit: SIZE + 1, offset });
      const rows = found.slice(0, SIZE);
      const embeds = await Promise.all(
        rows.map(async (row) => ({ ...row, path: await pathOf(context, row) })),
      );
      const next = found.length > SIZE ? page + 1 : undefined;
      return pageOf(viewSaved(placesOf(context), embeds, { mayEdit: mayEdit(caller), next }));
    }),
  ),
  route(contract.postSaved, signedIn(save, true)),
  route(
    contract.getVersions,
    signedIn<{ embed_id: string }>(async (context, { embed_id: id }) => {
      const found = await requireSaved(context, id);
      const versions = await listVersions(context.db, id);
      return pageOf(viewVersions(placesOf(context), found, versions, mayEdit(context.caller)));
    }),
  ),
  route(contract.postUnpublish, publishing(false)),
  route(contract.postPublish, publishing(true)),
  route(
    contract.postRestore,
    signedIn<{ embed_id: string; version: number }>(async (context, { embed_id: id, version }) => {
      const { db, caller, now } = context;
      const creator = caller.organization;
      const found = await requireSaved(context, id);
      const former = (await listVersions(db, id)).find((one) => one.version === version);
      if (!former) throw fail('not_found');
      const { title, kind, subject, look, query } = former;
      const saved = { title, kind, subject, look, query, made_by: makerOf(caller) };
      if (version !== found.version)
        await change(context, { action: 'restore', subject: id, details: { version } }, (trx) =>
          saveVersion(trx, { id, creator, saved, now }),
        );
      return seeOther(savedPath(context, id));
    }, true),
  ),
];
