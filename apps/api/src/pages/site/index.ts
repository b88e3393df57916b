import type { Route } from '../../services.ts';
import * as companies from './companies/routes.ts';
import * as home from './home/routes.ts';
import * as search from './search/routes.ts';

/** The routes of the site. */
export const siteRoutes: Route[] = [...home.routes, ...companies.routes, ...search.routes];
