import { html, type Markup } from '@dossier/pages';
import type { Snippet } from './snippets.ts';

/** An embed that can be saved, or its next version. */
export interface SavedView {
  /** The path of the form's action. */
  action: string;
  /** The query parameters of what is shown. */
  choices: string;
  /** The saved embed that is edited: its current version, and whether that is what is shown. */
  edited?: { id: string; title: string; version: number; isSame: boolean; isPublished: boolean };
  /** The snippets of the saved embed. Its address never changes. */
  snippets?: Snippet[];
}

/** Returns the form that saves, with what is saved already. */
export function saveView({ action, choices, edited }: SavedView): Markup {
  const form = (button: string) =>
    html`<form method="post" action="${action}">
      <input type="hidden" name="choices" value="${choices}" />
      ${edited && html`<input type="hidden" name="saved" value="${edited.id}" />`}
      <button id="save" class="main">${button}</button>
    </form>`;
  if (!edited)
    return html`${form('Save')}
      <p class="hint">
        A saved embed is in the list of saved embeds. Its address stays when you change it, and you can
        unpublish it.
      </p>`;
  const { title, version, isSame, isPublished } = edited;
  return html`<p role="status">
      ${isSame ? html`Saved as version ${version} of “${title}”.` : html`Changes of “${title}” that are not saved.`}
      ${!isPublished && html`It is not published.`}
    </p>
    ${!isSame && form(`Save as version ${version + 1}`)}`;
}
