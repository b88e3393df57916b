import { linkAddress } from '@dossier/embeds';
import { html, page, type Frame, type Markup, type Rendered } from '@dossier/pages';
import type { NewsItem } from '@dossier/shared';
import { companyWebUrl, newsWebUrl } from '../../../views/links.ts';
import { day, named } from '../../../views/words.ts';
import type { NewsPageRow } from './read.ts';

const styles = `
:root{--width:42rem}
.facts{color:var(--quiet);font-size:var(--small)}
.text{margin-top:20px;font:1.0625rem/1.6 var(--serif)}
.list{margin-top:24px}`;

/** Returns the public page of a news item. Without the site, it leaves out the description, which is for partners. */
export function viewNewsPage(
  { id, headline, description, release_date, articles_json, name, slug }: NewsPageRow,
  {
    publicUrl,
    base,
    frame,
    showsDescription,
  }: { publicUrl: string; base: string; frame: Frame; showsDescription: boolean },
): Rendered {
  const articles = JSON.parse(articles_json) as NewsItem['articles'];
  return page({
    title: headline,
    frame,
    styles,
    current: `${base}/news`,
    canonical: newsWebUrl(publicUrl, id),
    body: html`<h1>${headline}</h1>
      <p class="facts">${day(release_date)} · <a href="${companyWebUrl(base, slug)}">${named(name)}</a></p>
      ${showsDescription && html`<p class="text" dir="auto">${description}</p>`}
      ${
        articles.length > 0 &&
        html`<ul class="list">
          ${articles.map(viewArticle)}
        </ul>`
      }`,
  });
}

function viewArticle({ link, headline, publication, date_published }: NewsItem['articles'][number]): Markup {
  const href = linkAddress(link);
  return html`<li>
    ${href === undefined ? headline : html`<a href="${href}" rel="noopener">${headline}</a>`}
    <small>${publication}, ${day(date_published)}</small>
  </li>`;
}
