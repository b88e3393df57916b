import { consoleRoutes } from '../pages/console/index.ts';
import * as agents from '../agents/routes.ts';
import { siteRoutes } from '../pages/site/index.ts';
import { recordViews } from '../records.ts';
import type { Route } from '../services.ts';
import * as assets from './assets/routes.ts';
import * as categories from './categories/routes.ts';
import * as changes from './changes/routes.ts';
import * as clients from './clients/routes.ts';
import * as companies from './companies/routes.ts';
import * as companyPage from './companies/page/routes.ts';
import * as companySearch from './company-search/routes.ts';
import * as docs from '../pages/docs/routes.ts';
import * as documents from './documents/routes.ts';
import * as embeds from './embeds/routes.ts';
import * as events from './events/routes.ts';
import * as filings from './filings/routes.ts';
import * as metrics from './metrics/routes.ts';
import * as news from './news/routes.ts';
import * as newsPage from './news/page/routes.ts';
import * as fundingRounds from './funding-rounds/routes.ts';
import * as keys from './keys/routes.ts';
import * as lists from './lists/routes.ts';
import * as health from './health/routes.ts';
import * as provenance from './provenance/routes.ts';
import * as rankings from './rankings/routes.ts';
import * as search from './search/routes.ts';
import * as snapshots from './snapshots/routes.ts';
import * as testMode from './test-mode/routes.ts';
import * as usage from './usage/routes.ts';
import * as webhooks from './webhooks/routes.ts';

/** The routes of the API in matching order: fixed segments come before parameters that would match them. */
export const routes: Route[] = [
  ...siteRoutes,
  ...rankings.routes,
  ...provenance.routes,
  ...companies.routes,
  ...companyPage.routes,
  ...companySearch.routes,
  ...documents.routes,
  ...filings.routes,
  ...metrics.routes,
  ...news.routes,
  ...newsPage.routes,
  ...search.routes,
  ...assets.routes,
  ...snapshots.routes(recordViews),
  ...embeds.routes,
  ...categories.routes,
  ...events.routes,
  ...fundingRounds.routes,
  ...changes.routes,
  ...usage.routes,
  ...testMode.routes,
  ...keys.routes,
  ...lists.routes,
  ...webhooks.routes,
  ...health.routes,
  ...clients.routes,
  ...agents.routes,
  ...docs.routes(() => routes),
  ...companyPage.lastRoutes,
];

/** All routes that the service answers. No program calls those of the console, so the API reference does not have them. */
export const servedRoutes: Route[] = [...consoleRoutes, ...routes];
