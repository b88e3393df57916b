import { linkAddress } from '@dossier/embeds';
import { barePage, html, type Markup } from '@dossier/pages';
import { dayInWords, type NewsItem } from '@dossier/shared';
import { companyWebUrl } from '../../../views/links.ts';
import type { NewsPageRow } from './read.ts';

const styles = `
body{margin:0 auto;padding:clamp(24px,6vw,72px) 20px;max-width:42rem;font:17px/1.55 Charter,"Iowan Old Style",Georgia,Cambria,serif;
  background:light-dark(#fff,#15191e);color:light-dark(#1a212b,#eef1f4)}
.facts,small{font:14px/1.5 system-ui,sans-serif;color:light-dark(#58626e,#a5afba)}
h1{margin:8px 0 12px;font-size:clamp(1.75rem,5vw,2.4rem);line-height:1.18;text-wrap:balance;overflow-wrap:anywhere}
ul{margin:24px 0 0;padding-left:1.2em}
li{margin:8px 0;overflow-wrap:anywhere}
small{display:block}
a{color:light-dark(#1b5e9e,#7ab6f2)}`;

/** Returns the public page of a news item. */
export function viewNewsPage(
  { headline, release_date, articles_json, name, slug }: NewsPageRow,
  publicUrl: string,
): { page: string; policy: string } {
  const articles = JSON.parse(articles_json) as NewsItem['articles'];
  return barePage({
    title: headline,
    styles,
    body: html`<main>
      <h1>${headline}</h1>
      <p class="facts">${day(release_date)} · <a href="${companyWebUrl(publicUrl, slug)}">${name}</a></p>
      ${
        articles.length > 0 &&
        html`<ul>
          ${articles.map(viewArticle)}
        </ul>`
      }
    </main>`,
  });
}

function viewArticle({ link, headline, publication, date_published }: NewsItem['articles'][number]): Markup {
  const href = linkAddress(link);
  return html`<li>
    ${href === undefined ? headline : html`<a href="${href}" rel="noopener">${headline}</a>`}
    <small>${publication}, ${day(date_published)}</small>
  </li>`;
}

const day = (time: string): Markup => html`<time datetime="${time.slice(0, 10)}">${dayInWords(time)}</time>`;
