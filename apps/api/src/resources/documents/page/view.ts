import { parseAddress } from '@dossier/embeds';
import { html, page, type Frame, type Markup, type Rendered } from '@dossier/pages';
import {
  dayInWords,
  documentTypeNames,
  pictureId,
  type DocumentContent,
  type DocumentDetail,
} from '@dossier/shared';
import { documentWebUrl, filingUrl, pictureUrl } from '../../../views/links.ts';
import { named } from '../../../views/words.ts';
import type { DocumentPageRows } from './read.ts';
import { viewBody } from './view-body.ts';

const styles = `
:root{--width:42rem}
.text,.summary{font-family:var(--serif)}
.text{font-size:1.0625rem;line-height:1.6}
.summary{margin-bottom:16px;font-size:1.2rem}
.facts{color:var(--quiet);font-size:var(--small)}
.text>*{margin-top:28px}
.text p,.text ul,.text ol,.text blockquote,.text figure,.text .scroll{margin-top:14px}
blockquote{margin-inline:0;padding-inline-start:16px;border-inline-start:3px solid var(--line)}
img{display:block;max-width:100%;height:auto;border:1px solid var(--line)}
section:target>:is(h2,h3,h4),li:target{text-decoration:underline}
.plain{font-family:var(--sans)}
.plain thead th{position:static}
main>footer{margin-top:40px;padding-top:16px;border-top:1px solid var(--line)}
@media (max-width:40rem){
  .plain{display:table}.plain :is(thead,tbody,tr,th,td){display:revert}
  .plain thead{position:static;width:auto;height:auto;clip-path:none}
  .plain :is(th,td){padding:7px 14px 7px 0;border-bottom:1px solid var(--line)}
}`;

/** Returns a document's public page. Without the site it describes the document, and leaves out its body. */
export function viewResearch(
  { document, companies, filing }: DocumentPageRows,
  { publicUrl, base, frame, isWhole }: { publicUrl: string; base: string; frame: Frame; isWhole: boolean },
): Rendered {
  const { title, type, published_at, last_publication_date, preview_description: summary } = document;
  const { reading_time } = JSON.parse(document.metadata_json) as DocumentDetail['metadata'];
  const content = JSON.parse(document.content_json) as DocumentContent;
  const isUpdated = last_publication_date.slice(0, 10) !== published_at.slice(0, 10);
  const image = viewImage(document.preview_image, content, publicUrl);
  const hasPictures = image !== undefined || isWhole;
  return page({
    title,
    frame,
    styles,
    current: `${base}/research`,
    canonical: document.web_url ?? documentWebUrl(publicUrl, document.slug),
    description: summary ?? undefined,
    body: html`${!isWhole && anchorsOf(content, title)}
      <p class="facts">${documentTypeNames[type]}</p>
      <h1>${title}</h1>
      ${summary !== null && html`<p class="summary">${summary}</p>`}
      <p class="facts">
        <time datetime="${published_at.slice(0, 10)}">${dayInWords(published_at)}</time>
        ${isUpdated && ` · updated ${dayInWords(last_publication_date)}`}
        ${reading_time > 0 && ` · ${reading_time} ${reading_time === 1 ? 'minute' : 'minutes'} to read`}
      </p>
      ${
        companies.length > 0 &&
        html`<p class="facts">
          ${companies.map(
            ({ name, slug }, i) =>
              html`${i > 0 && ', '}<a href="${base}/companies/${encodeURIComponent(slug)}"
                  >${named(name)}</a
                >`,
          )}
        </p>`
      }
      ${image} ${viewContents(content, title, isWhole)}
      ${isWhole && html`<div class="text">${viewBody(content, title, publicUrl)}</div>`}
      <footer class="quiet">
        <p>
          ${!isWhole && 'The text is for partners of this service.'}${viewElsewhere(document.web_url)}
          ${filing && html` The filing is <a href="${filingUrl(base, filing.id)}">at its source</a>.`}
        </p>
      </footer>`,
    allow: hasPictures ? [`img-src ${new URL(publicUrl).origin}`] : [],
  });
}

/** Returns the preview's picture if this service hosts it. The page loads nothing from third parties. */
function viewImage(url: string | null, content: DocumentContent, publicUrl: string): Markup | undefined {
  if (url === null || pictureId(url) === undefined) return undefined;
  const shown = content.sections
    .flatMap(({ elements }) => elements)
    .find((element) => element.type === 'image' && element.url === url);
  const { width, height } = shown?.type === 'image' ? shown.dimensions : { width: null, height: null };
  const size = width !== null && height !== null && html`width="${width}" height="${height}"`;
  return html`<img src="${pictureUrl(publicUrl, url)}" alt="" ${size} />`;
}

type Entry = DocumentContent['table_of_contents'][number];

/** Returns whether an entry is the section before the first heading, which has the document's title. */
const isBeginning = (entry: Entry, title: string) => entry.title === title && entry.subsections.length === 0;

/** Returns anchors for the sections that the contents leave out. Search results link to every section. */
const anchorsOf = ({ table_of_contents: entries }: DocumentContent, title: string): Markup[] =>
  entries.filter((entry) => isBeginning(entry, title)).map(({ id }) => html`<a id="${id}"></a>`);

function viewContents(
  { table_of_contents: entries }: DocumentContent,
  title: string,
  isWhole: boolean,
): Markup | undefined {
  const shown = entries.filter((entry) => !isBeginning(entry, title));
  if (shown.length === 0) return undefined;
  const entry = ({ id, title: text }: { id: string; title: string }, inner?: Markup) =>
    isWhole
      ? html`<li><a href="#${id}">${text}</a>${inner}</li>`
      : html`<li id="${id}">${text} ${inner}</li>`;
  // No section has an id with an underscore.
  return html`<nav aria-labelledby="_contents">
    <h2 id="_contents">Contents</h2>
    <ol>
      ${shown.map((each) =>
        entry(
          each,
          each.subsections.length === 0
            ? undefined
            : html`<ol>
                ${each.subsections.map((section) => entry(section))}
              </ol>`,
        ),
      )}
    </ol>
  </nav>`;
}

function viewElsewhere(webUrl: string | null): Markup | undefined {
  const host = webUrl === null ? undefined : parseAddress(webUrl)?.host;
  return host === undefined
    ? undefined
    : html` It is read at <a href="${webUrl}" rel="noopener">${host}</a>.`;
}
