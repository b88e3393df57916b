import { fail, testSteps } from '@dossier/shared';
import { uncached } from '../../http/endpoint.ts';
import { route, type Route } from '../../services.ts';
import * as contract from './contract.ts';

export const routes: Route[] = [
  route(contract.advanceTest, async ({ advance, caller }, { to }) => {
    if (!advance) throw fail('test_key_needed');
    const step = await advance(caller!, to);
    return uncached({ step, ...testSteps[step]! });
  }),
];
