import type { Route } from '../../services.ts';
import * as categories from './categories/routes.ts';
import * as companies from './companies/routes.ts';
import * as compare from './compare/routes.ts';
import * as home from './home/routes.ts';
import { listRoutes } from './list/routes.ts';
import { changes } from './lists/changes.ts';
import { events } from './lists/events.ts';
import { filings } from './lists/filings.ts';
import { news } from './lists/news.ts';
import { research } from './lists/research.ts';
import * as search from './search/routes.ts';

/** The routes of the site. */
export const siteRoutes: Route[] = [
  ...home.routes,
  ...companies.routes,
  ...categories.routes,
  ...compare.routes,
  ...listRoutes(news),
  ...listRoutes(events),
  ...listRoutes(filings),
  ...listRoutes(research),
  ...listRoutes(changes),
  ...search.routes,
];
