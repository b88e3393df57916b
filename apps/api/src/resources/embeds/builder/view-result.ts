import { html, type Markup } from '@dossier/pages';
import type { Choices } from './choices.ts';
import type { Form } from './forms.ts';
import type { Made, Invalid } from './make.ts';
import type { Snippet } from './snippets.ts';
import { saveView, type SavedView } from './view-save.ts';

/** Pixels: a phone, the column of an article, and a wide column. */
const WIDTHS = [320, 600, 900];
/** Lines of the field with the text to copy. */
const LINES = 4;

/** Returns the preview in three widths with the texts to copy, or why there is none. */
export function resultView(
  made: Made | Invalid | undefined,
  { companies, form }: Choices,
  { logScaleUrl, saving }: { logScaleUrl: string; saving: SavedView | undefined },
): Markup {
  if (!made) return html`<p>${nextStep(form, companies.length)}</p>`;
  if ('problems' in made)
    return html`<p class="error">${made.problems[''] ?? 'Correct the marked options to see the embed.'}</p>`;
  const [first, ...others] = (saving?.snippets ?? made.snippets).map(snippetView);
  // The usual snippet comes first, so that keyboard users need not tab through the previews.
  return html`<h3>${made.title}</h3>
    ${saving && saveView(saving)}
    ${
      made.wantsLog &&
      html`<p>
        Most values are near zero on this scale. <a href="${logScaleUrl}">Draw it on a logarithmic scale</a>.
      </p>`
    }
    ${first} ${downloadsView(made)} ${WIDTHS.map((width) => frameView(made, width))} ${others}`;
}

/** Returns what is left to choose. */
function nextStep(form: Form | undefined, companies: number): string {
  if (form?.datasets.exactly === 2) return 'Choose two columns, one for each axis, to see the scatter plot.';
  if (form?.subject !== 'dataset_ids') return 'Choose a company to see its embed.';
  return `Choose a ${companies > 0 ? 'dataset' : 'column'} to see its embed.`;
}

/** Links to the files, which the browser saves. */
const downloadsView = ({ downloads, path, title }: Made) =>
  html`<h3 id="downloads">Download</h3>
    <ul class="row files" aria-labelledby="downloads">
      ${downloads.map(
        (file) =>
          html`<li>
            <a href="${file.path}" download="${nameOf(title)}${file.path.slice(path.length)}"
              >${file.label}</a
            >
          </li>`,
      )}
    </ul>`;

/** Returns the name of a file, without signs that file systems reject. */
const nameOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .slice(0, 80)
    .replaceAll(/^-|-$/g, '') || 'embed';

const frameView = ({ path, size, title }: Made, width: number) =>
  html`<h3>${width} pixels wide</h3>
    <div class="scroll" role="region" aria-label="Preview, ${width} pixels wide" tabindex="0">
      <iframe
        src="${path}"
        title="${title}, ${width} pixels wide"
        width="${width}"
        height="${size.height}"
      ></iframe>
    </div>`;

const snippetView = ({ id, label, hint, text }: Snippet) =>
  html`<div class="code">
    <label for="${id}">${label}</label>
    <p class="hint" id="${id}-hint">${hint}</p>
    <textarea
      id="${id}"
      rows="${Math.min(LINES, Math.ceil(text.length / 90))}"
      readonly
      spellcheck="false"
      aria-describedby="${id}-hint"
    >
${text}</textarea>
    <button type="button" data-copy="${id}" hidden>Copy</button>
  </div>`;
