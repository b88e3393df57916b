import { Answer } from '../../http/endpoint.ts';
import { route, type Route } from '../../services.ts';
import * as contract from './contract.ts';

export const routes: Route[] = [
  route(contract.getHealth, async ({ readiness }) =>
    (await readiness.databaseAnswers())
      ? { status: 'ok' as const }
      : new Answer({ status: 'unavailable' as const }, { status: 503 }),
  ),
  route(contract.getLiveness, async () => ({ status: 'live' as const })),
  route(contract.getReadiness, async ({ readiness }) => {
    if (readiness.isDraining) return new Answer({ status: 'draining' as const }, { status: 503 });
    return (await readiness.databaseAnswers())
      ? { status: 'ready' as const, search: readiness.search() }
      : new Answer({ status: 'unavailable' as const }, { status: 503 });
  }),
];
