import * as agents from './agents/routes.ts';
import { consoleRoutes } from './pages/console/index.ts';
import * as docs from './pages/docs/routes.ts';
import { siteRoutes } from './pages/site/index.ts';
import { recordViews } from './records.ts';
import { lastRoutes, sliceRoutes } from './resources/index.ts';
import type { Route } from './services.ts';

/** The routes of the API in matching order. */
export const routes: Route[] = [
  ...siteRoutes,
  ...sliceRoutes(recordViews),
  ...agents.routes,
  ...docs.routes(() => routes),
  ...lastRoutes,
];

/** All routes that the service answers. No program calls those of the console, so the API reference does not have them. */
export const servedRoutes: Route[] = [...consoleRoutes, ...routes];
