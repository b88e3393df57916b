import { toTimestamp } from '@dossier/shared';
import { Answer } from '../../http/endpoint.ts';
import { route, type Route } from '../../services.ts';
import * as contract from './contract.ts';
import { viewDay } from './view.ts';

export const routes: Route[] = [
  route(contract.getUsage, async ({ usage, rateLimiter, caller, clock }, { days, by }) => {
    const now = clock();
    const { organization, plan } = caller!;
    const standing = rateLimiter?.standing(caller!, now);
    const counted = await usage.read(organization, days, now, by);
    const body = {
      organization,
      plan,
      tasks: standing
        ? {
            limit: standing.tasks,
            window_seconds: standing.seconds,
            used: standing.used,
            left: Math.max(0, standing.tasks - standing.used),
            resets_at: toTimestamp(now.getTime() + standing.wait * 1000),
          }
        : null,
      days: counted.map(viewDay),
    };
    return new Answer(body, { headers: { 'Cache-Control': 'no-store', ...standing?.headers } });
  }),
];
