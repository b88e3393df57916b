import { iframeMarkup } from '@dossier/embeds';
import { findSavedEmbed } from '@dossier/store';
import { mayEdit } from '../../../http/auth/roles.ts';
import type { Context } from '../../../services.ts';
import type { Choices } from './choices.ts';
import type { Made } from './make.ts';
import { placesOf } from './places.ts';
import { pathOf } from './saved.ts';
import { snippetsOf } from './snippets.ts';
import type { SavedView } from './view-save.ts';
import { queryOf } from './view.ts';

/** Returns what the builder shows about saving an embed; undefined for somebody who may not. */
export async function savingOf(
  context: Context,
  choices: Choices,
  { size, alternative }: Made,
): Promise<SavedView | undefined> {
  const { caller, db, publicUrl } = context;
  if (!caller || !mayEdit(caller)) return undefined;
  const query = queryOf(choices).toString();
  const view = { action: `${placesOf(context).builder}/saved`, choices: query };
  const found =
    choices.saved === undefined ? undefined : await findSavedEmbed(db, choices.saved, caller.organization);
  if (!found) return view;
  const { id, title, version, unpublished_at, current } = found;
  const src = publicUrl + (await pathOf(context, found));
  return {
    ...view,
    edited: { id, title, version, isSame: current.query === query, isPublished: unpublished_at === null },
    snippets: snippetsOf(context, { html: iframeMarkup({ src, title, ...size }), src, alternative }),
  };
}
