import type { Route } from '../../services.ts';
import * as sessions from './sessions/routes.ts';
import * as signIn from './sign-in/routes.ts';

/** The routes of the console. */
export const consoleRoutes: Route[] = [...signIn.routes, ...sessions.routes];
