import { iframeMarkup } from '@dossier/embeds';
import { findSavedEmbed } from '@dossier/store';
import type { Context } from '../../../services.ts';
import type { Choices } from '../builder/choices.ts';
import type { Made } from '../builder/make.ts';
import { placesOf } from '../builder/places.ts';
import { snippetsOf } from '../builder/snippets.ts';
import type { SavedView } from '../builder/view-save.ts';
import { queryOf } from '../builder/view.ts';
import { mayEdit, pathOf } from './saved.ts';

/** Returns what the builder shows about saving an embed; undefined for somebody who may not. */
export async function savingOf(
  context: Context,
  choices: Choices,
  { html, alternative }: Made,
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
  const size = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(html)?.[1] ?? 0);
  const frame = { src, title, width: size('data-width') || size('width'), height: size('height') };
  return {
    ...view,
    edited: { id, title, version, isSame: current.query === query, isPublished: unpublished_at === null },
    snippets: snippetsOf(context, { html: iframeMarkup(frame), src, alternative }),
  };
}
