import { html } from '@dossier/pages';
import type { SavedEmbedRow, SavedVersionRow } from '@dossier/store';
import { builderPage as page } from '../builder/page.ts';
import type { Places } from '../builder/view.ts';

const time = (at: string) => html`<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')}</time>`;

/** Returns a form with one button. */
const action = (path: string, label: string, about: string, values: Record<string, string> = {}) =>
  html`<form method="post" action="${path}">
    ${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button aria-label="${`${label}: ${about}`}">${label}</button>
  </form>`;

/** Returns the list of the saved embeds, by title, with what can be done with each. */
export function viewSaved(
  places: Places,
  embeds: (SavedEmbedRow & { path: string; query: string })[],
  { mayEdit, next }: { mayEdit: boolean; next: number | undefined },
) {
  const { builder } = places;
  const item = ({ id, title, version, updated_at, unpublished_at, path, query }: (typeof embeds)[number]) => {
    const isPublished = unpublished_at === null;
    const own = `${builder}/saved/${id}`;
    return html`<li>
      <div>
        <strong>${isPublished ? html`<a href="${path}">${title}</a>` : title}</strong>
        <p class="hint">
          Version ${version}, ${time(updated_at)}${!isPublished && html`, <b>not published</b>`}
        </p>
      </div>
      <a href="${own}" aria-label="${`Versions: ${title}`}">Versions</a>
      ${mayEdit && html`<a href="${`${builder}?${query}&saved=${id}`}" aria-label="${`Edit: ${title}`}">Edit</a>`}
      ${mayEdit && html`<a href="${`${builder}?${query}`}" aria-label="${`Duplicate: ${title}`}">Duplicate</a>`}
      ${mayEdit && (isPublished ? action(`${own}/unpublish`, 'Unpublish', title) : action(`${own}/publish`, 'Publish', title))}
    </li>`;
  };
  return page(
    places,
    'Saved embeds',
    embeds.length === 0
      ? html`<p>None yet. <a href="${builder}">Make an embed</a> and press “Save”.</p>`
      : html`<ul class="list saved" aria-label="Saved embeds">
            ${embeds.map(item)}
          </ul>
          ${next !== undefined && html`<p><a href="${`${builder}/saved?page=${next}`}">Older ones</a></p>`}
          <p class="hint">Times are UTC.</p>`,
  );
}

/** Returns the versions of a saved embed. */
export function viewVersions(
  places: Places,
  { id, title, version: current }: SavedEmbedRow,
  versions: SavedVersionRow[],
  mayEdit: boolean,
) {
  const { builder } = places;
  const item = ({ version, title: own, query, made_by, made_at }: SavedVersionRow) =>
    html`<li>
      <div>
        <strong><a href="${`${builder}?${query}&saved=${id}`}">${own}</a></strong>
        <p class="hint">Version ${version}, ${time(made_at)}, ${made_by}</p>
      </div>
      ${
        version === current
          ? html`<span>Current</span>`
          : mayEdit &&
            action(`${builder}/saved/${id}/restore`, 'Restore', `version ${version}`, {
              version: String(version),
            })
      }
    </li>`;
  return page(
    places,
    title,
    html`<h2>Versions</h2>
      <ul class="list saved" aria-label="Versions">
        ${versions.map(item)}
      </ul>
      <p class="hint">Times are UTC. The last 50 versions are kept.</p>`,
  );
}
