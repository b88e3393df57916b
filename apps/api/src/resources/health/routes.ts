import { Answer } from '../../http/endpoint.ts';
import { route, type Route } from '../../services.ts';
import * as contract from './contract.ts';

export const routes: Route[] = [
  route(contract.getHealth, async ({ db }) => {
    const answers = await db.raw('select 1').then(
      () => true,
      () => false,
    );
    return answers
      ? { status: 'ok' as const }
      : new Answer({ status: 'unavailable' as const }, { status: 503 });
  }),
];
