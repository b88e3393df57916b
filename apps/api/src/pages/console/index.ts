import type { Route } from '../../services.ts';
import * as health from './health/routes.ts';
import * as lists from './lists/routes.ts';
import * as loads from './loads/routes.ts';
import * as organization from './organization/routes.ts';
import * as organizations from './organizations/routes.ts';
import * as records from './records/routes.ts';
import * as review from './review/routes.ts';
import * as sessions from './sessions/routes.ts';
import * as signIn from './sign-in/routes.ts';
import * as uploads from './uploads/routes.ts';

/** The routes of the console. */
export const consoleRoutes: Route[] = [
  ...signIn.routes,
  ...sessions.routes,
  ...organization.routes,
  ...organizations.routes,
  ...lists.routes,
  ...uploads.routes,
  ...loads.routes,
  ...review.routes,
  ...records.routes,
  ...health.routes,
];
