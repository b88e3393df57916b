import type { Route } from '../services.ts';
import type { RecordViews } from '../snapshots/rows.ts';
import * as assets from './assets/routes.ts';
import * as categories from './categories/routes.ts';
import * as changes from './changes/routes.ts';
import * as clients from './clients/routes.ts';
import * as companies from './companies/routes.ts';
import * as companyPage from './companies/page/routes.ts';
import * as companySearch from './company-search/routes.ts';
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

/** The routes of the slices in matching order: fixed segments come before parameters that would match them. */
export const sliceRoutes = (recordViews: RecordViews): Route[] => [
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
];

export const { lastRoutes } = companyPage;
