import { linkAddress } from '@dossier/embeds';
import { html, type Markup } from '@dossier/pages';
import { pictureId, type DocumentContent, type DocumentElement, type Span } from '@dossier/shared';
import { pictureUrl } from '../../../views/links.ts';
import { headingOf } from '../heading.ts';

type TextElement = Extract<DocumentElement, { spans: Span[] }>;
type TableElement = Extract<DocumentElement, { type: 'table' }>;
type ImageElement = Extract<DocumentElement, { type: 'image' }>;

/** Returns the sections of a document, each with its id as an anchor. Its title is the first heading of the page. */
export const viewBody = ({ sections }: DocumentContent, title: string, publicUrl: string): Markup =>
  html`${sections.map((section) => {
    const heading = headingOf(section, title);
    const elements = heading?.isElement ? section.elements.slice(1) : section.elements;
    return html`<section id="${section.id}">
      ${heading && viewHeading(heading.level, viewSpans(heading.text, heading.spans))}
      ${listsOf(elements).map((part) => viewPart(part, publicUrl))}
    </section>`;
  })}`;

/** Returns elements, with the consecutive items of a list together. */
function listsOf(elements: DocumentElement[]): DocumentElement[][] {
  const parts: DocumentElement[][] = [];
  for (const element of elements) {
    const last = parts.at(-1);
    if (last?.[0]?.type === element.type && element.type.endsWith('list_item')) last.push(element);
    else parts.push([element]);
  }
  return parts;
}

function viewPart(part: DocumentElement[], publicUrl: string): Markup {
  const element = part[0]!;
  switch (element.type) {
    case 'table':
      return viewTable(element);
    case 'image':
      return viewImage(element, publicUrl);
    case 'embed':
      return html`<p>${linkTo(element.url, element.caption ?? element.url)}</p>`;
    case 'list_item':
      return html`<ul>
        ${part.map(viewItem)}
      </ul>`;
    case 'ordered_list_item':
      return html`<ol>
        ${part.map(viewItem)}
      </ol>`;
    case 'paragraph':
      return html`<p dir="auto">${viewText(element)}</p>`;
    case 'quote':
      return html`<blockquote dir="auto">${viewText(element)}</blockquote>`;
    case 'code':
      return html`<pre tabindex="0">${element.text}</pre>`;
    default:
      return viewHeading(Number(element.type.slice(-1)), viewText(element));
  }
}

const viewText = ({ text, spans }: TextElement): Markup => viewSpans(text, spans);
const viewItem = (item: DocumentElement): Markup =>
  html`<li dir="auto">${viewText(item as TextElement)}</li>`;

/** Returns a heading of a level, below the title of the page. */
function viewHeading(level: number, text: Markup): Markup {
  if (level <= 2) return html`<h2>${text}</h2>`;
  return level === 3 ? html`<h3>${text}</h3>` : html`<h4>${text}</h4>`;
}

/** Returns a text with its links, code and emphasis. Offsets are UTF-16 code units, as in the API. */
function viewSpans(text: string, spans: Span[]): Markup {
  const borders = new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])]);
  const offsets = [...borders].filter((offset) => offset <= text.length).sort((a, b) => a - b);
  return html`${offsets.slice(0, -1).map((start, i) => {
    const end = offsets[i + 1]!;
    const around = spans.filter((span) => span.start <= start && span.end >= end);
    const piece = around.reduce<Markup>(
      (inner, { type }) =>
        type === 'strong'
          ? html`<strong>${inner}</strong>`
          : type === 'emphasis'
            ? html`<em>${inner}</em>`
            : type === 'code'
              ? html`<code>${inner}</code>`
              : inner,
      html`${text.slice(start, end)}`,
    );
    const url = around.find(({ type }) => type === 'link')?.data?.url;
    const href = url !== undefined && (url.startsWith('#') ? url : linkAddress(url));
    return href ? html`<a href="${href}" rel="noopener">${piece}</a>` : piece;
  })}`;
}

function linkTo(url: string, text: string): Markup {
  const href = linkAddress(url);
  return href === undefined ? html`${text}` : html`<a href="${href}" rel="noopener">${text}</a>`;
}

/** Returns a picture that this service hosts, or a link to one elsewhere: the page loads nothing from third parties. */
function viewImage({ url, caption, dimensions: { width, height } }: ImageElement, publicUrl: string): Markup {
  if (pictureId(url) === undefined) return html`<p>${linkTo(url, caption ?? 'A picture')}</p>`;
  const size = width !== null && height !== null && html`width="${width}" height="${height}"`;
  return html`<figure>
    <img src="${pictureUrl(publicUrl, url)}" alt="${caption ?? ''}" loading="lazy" ${size} />
    ${caption !== null && html`<figcaption class="quiet">${caption}</figcaption>`}
  </figure>`;
}

function viewTable({ rows, header_rows }: TableElement): Markup {
  const row = (cells: string[], isHead: boolean) =>
    html`<tr>
      ${cells.map((cell) => (isHead ? html`<th scope="col">${cell}</th>` : html`<td>${cell}</td>`))}
    </tr>`;
  return html`<div class="scroll wide" role="region" aria-label="Table" tabindex="0">
    <table class="plain">
      ${
        header_rows > 0 &&
        html`<thead>
          ${rows.slice(0, header_rows).map((cells) => row(cells, true))}
        </thead>`
      }
      <tbody>
        ${rows.slice(header_rows).map((cells) => row(cells, false))}
      </tbody>
    </table>
  </div>`;
}
