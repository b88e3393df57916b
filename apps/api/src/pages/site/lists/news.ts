import { column, html } from '@dossier/pages';
import type { NewsItem } from '@dossier/shared';
import { listNews } from '../../../resources/news/contract.ts';
import { routes } from '../../../resources/news/routes.ts';
import { day, named, sources } from '../../../views/words.ts';
import { COMPANY, type ListPage } from '../list/declare.ts';
import { routeOf } from '../list/routes.ts';
import { companyLink } from './cells.ts';

export const news: ListPage<NewsItem> = {
  path: '/news',
  title: 'News',
  nouns: ['news item', 'news items'],
  about: 'news',
  tag: 'News',
  name: 'NewsList',
  list: routeOf(routes, listNews),
  rows: 'company_news',
  always: { news_type: 'all', page_size: 50 },
  controls: [
    COMPANY,
    {
      name: 'news_type',
      label: 'Weight',
      choices: [
        { value: '', text: 'All news' },
        { value: 'major', text: 'Major news only' },
      ],
    },
  ],
  window: {
    from: 'release_date_start',
    to: 'release_date_end',
    of: () => ({ table: 'news', column: 'release_date' }),
  },
  companiesOf: ({ company }) => [company.id],
  columns: (seen) => [
    column.name(
      'Headline',
      ({ id, headline }) => html`<a href="${seen.base}/news/${id}">${named(headline)}</a>`,
    ),
    column.wide('Company', ({ company }) => companyLink(seen, company.id)),
    column.day('Released', ({ release_date }) => day(release_date)),
    column.wide('Sources', ({ articles }) => articles.length > 0 && sources(articles)),
  ],
  entry: ({ id, headline, updated_at }, { base }) => ({
    id: `news/${id}`,
    title: headline,
    href: `${base}/news/${id}`,
    updated: updated_at,
  }),
};
