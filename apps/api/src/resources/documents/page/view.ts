import { parseAddress } from '@dossier/embeds';
import { barePage, html, type Markup } from '@dossier/pages';
import {
  dayInWords,
  documentTypeNames,
  pictureId,
  type DocumentContent,
  type DocumentDetail,
} from '@dossier/shared';
import { documentWebUrl, filingUrl, pictureUrl } from '../../../views/links.ts';
import type { ResearchRows } from './read.ts';

const styles = `
body{margin:0 auto;padding:clamp(24px,6vw,72px) 20px;max-width:42rem;font:17px/1.55 Charter,"Iowan Old Style",Georgia,Cambria,serif;
  background:light-dark(#fff,#15191e);color:light-dark(#1a212b,#eef1f4)}
.kind,.facts,footer{font:14px/1.5 system-ui,sans-serif;color:light-dark(#58626e,#a5afba)}
p{margin:0}
h1{margin:8px 0 12px;font-size:clamp(1.75rem,5vw,2.4rem);line-height:1.18;text-wrap:balance;overflow-wrap:anywhere}
.summary{font-size:1.15em;margin-bottom:16px}
.facts+.facts{margin-top:2px}
img{display:block;width:100%;height:auto;margin:28px 0 0;border:1px solid light-dark(#e2e6ea,#2c333b)}
nav{margin-top:32px}
h2{margin:0 0 8px;font-size:1.1rem}
ol{margin:0;padding-left:1.4em}
ol ol{padding-left:1.2em}
li{margin:4px 0;overflow-wrap:anywhere}
:target{text-decoration:underline}
footer{margin-top:40px;padding-top:16px;border-top:1px solid light-dark(#e2e6ea,#2c333b)}
a{color:light-dark(#1b5e9e,#7ab6f2)}`;

/** Returns a document's public page. It describes the document and leaves out its body. */
export function viewResearch(
  { document, companies, filing }: ResearchRows,
  publicUrl: string,
): { page: string; policy: string } {
  const { title, type, published_at, last_publication_date, preview_description: summary } = document;
  const { reading_time } = JSON.parse(document.metadata_json) as DocumentDetail['metadata'];
  const content = JSON.parse(document.content_json) as DocumentContent;
  const isUpdated = last_publication_date.slice(0, 10) !== published_at.slice(0, 10);
  const image = viewImage(document.preview_image, content, publicUrl);
  const address = document.web_url ?? documentWebUrl(publicUrl, document.slug);
  return barePage({
    title,
    styles,
    head: html`<link rel="canonical" href="${address}" />
      ${summary !== null && html`<meta name="description" content="${summary}" />`}`,
    body: html`<main>
      ${anchorsOf(content, title)}
      <p class="kind">${documentTypeNames[type]}</p>
      <h1>${title}</h1>
      ${summary !== null && html`<p class="summary">${summary}</p>`}
      <p class="facts">
        <time datetime="${published_at.slice(0, 10)}">${dayInWords(published_at)}</time>
        ${isUpdated && ` · updated ${dayInWords(last_publication_date)}`}
        ${reading_time > 0 && ` · ${reading_time} ${reading_time === 1 ? 'minute' : 'minutes'} to read`}
      </p>
      ${companies.length > 0 && html`<p class="facts">${companies.map(({ name }) => name).join(', ')}</p>`}
      ${image} ${viewContents(content, title)}
      <footer>
        <p>
          The text is for partners of this service.${viewElsewhere(document.web_url)}
          ${filing && html` The filing is <a href="${filingUrl(publicUrl, filing.id)}">at its source</a>.`}
        </p>
      </footer>
    </main>`,
    allow: image ? [`img-src ${new URL(publicUrl).origin}`] : [],
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

function viewContents({ table_of_contents: entries }: DocumentContent, title: string): Markup | undefined {
  const shown = entries.filter((entry) => !isBeginning(entry, title));
  if (shown.length === 0) return undefined;
  // No section has an id with an underscore.
  return html`<nav aria-labelledby="_contents">
    <h2 id="_contents">Contents</h2>
    <ol>
      ${shown.map(
        (entry) =>
          html`<li id="${entry.id}">
            ${entry.title}
            ${
              entry.subsections.length > 0 &&
              html`<ol>
                ${entry.subsections.map((section) => html`<li id="${section.id}">${section.title}</li>`)}
              </ol>`
            }
          </li>`,
      )}
    </ol>
  </nav>`;
}

function viewElsewhere(webUrl: string | null): Markup | undefined {
  const host = webUrl === null ? undefined : parseAddress(webUrl)?.host;
  return host === undefined
    ? undefined
    : html` It is read at <a href="${webUrl!}" rel="noopener">${host}</a>.`;
}
