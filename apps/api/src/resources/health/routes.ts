import { route, type Route } from '../../http/endpoint.ts';
import * as contract from './contract.ts';

export const routes: Route[] = [
  route(contract.getHealth, async ({ db }) => {
    await db.raw('select 1');
    return { status: 'ok' as const };
  }),
];
