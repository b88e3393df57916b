import { html, type Markup } from '@dossier/pages';
import { documentTypeNames, type NewsItem } from '@dossier/shared';
import type { EventRow, FilingRow, NewsRow } from '@dossier/store';
import { documentWebUrl, filingPageUrl } from '../../../views/links.ts';
import type { ListedDocument } from './read.ts';
import { citationsOf, viewStatus } from './view-values.ts';
import { day, link, named, sources } from '../../../views/words.ts';

const viewList = (items: Markup[]): Markup =>
  html`<ul class="list">
    ${items.map((item) => html`<li>${item}</li>`)}
  </ul>`;

/** Returns research documents, newest first. `base` is the path of this service. */
export const viewDocuments = (documents: ListedDocument[], base: string): Markup =>
  viewList(
    documents.map(({ slug, title, type, published_at, web_url }) => {
      const name = named(title);
      const own = html`<a href="${documentWebUrl(base, slug)}">${name}</a>`;
      return html`${web_url === null ? own : link(web_url, name)}
        <small>${documentTypeNames[type]}, ${day(published_at)}</small>`;
    }),
  );

/** Returns corporate actions and milestones, newest first. */
export const viewEvents = (events: EventRow[]): Markup =>
  viewList(
    events.map((event) => {
      const { name, status, event_date } = event;
      const cited = citationsOf(event);
      return html`${named(name)}${viewStatus(status)}
        <small>${day(event_date)}${cited.length > 0 && html`, ${sources(cited)}`}</small>`;
    }),
  );

/** Returns filings, newest first. Their links are stable, and redirect to the text or the source. */
export const viewFilings = (filings: FilingRow[], base: string): Markup =>
  viewList(
    filings.map(
      ({ id, name, type, filed_at }) =>
        html`<a href="${filingPageUrl(base, id)}">${named(name)}</a>
          <small>${!name.startsWith(type) && html`${named(type)}, `}${day(filed_at)}</small>`,
    ),
  );

/** Returns news, newest first, each with its articles. */
export const viewNews = (news: NewsRow[]): Markup =>
  viewList(
    news.map(({ headline, release_date, articles_json }) => {
      const articles = JSON.parse(articles_json) as NewsItem['articles'];
      const [first] = articles;
      const cited = articles.map(({ link, headline, publication }) => ({ link, headline, publication }));
      return html`${first ? link(first.link, named(headline)) : named(headline)}
        <small>${day(release_date)}${cited.length > 0 && html`, ${sources(cited)}`}</small>`;
    }),
  );
