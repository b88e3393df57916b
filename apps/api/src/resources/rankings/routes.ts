import { listText } from '../../http/json-text.ts';
import { route, type Route } from '../../services.ts';
import * as contract from './contract.ts';
import { readRanking } from './read.ts';

export const routes: Route[] = [
  route(contract.rankCompanies, async ({ db }, input) => {
    const ranking = await readRanking(db, input);
    return { companies: listText(ranking), meta: { ...input, total_ranked: ranking.total } };
  }),
];
