import { route, type Route } from '../../services.ts';
import * as contract from './contract.ts';
import { readRanking } from './read.ts';
import { viewRanked } from './view.ts';

export const routes: Route[] = [
  route(contract.rankCompanies, async ({ db }, input) => {
    const { rows, total } = await readRanking(db, input);
    return {
      companies: rows.map((row) => viewRanked(row, input.sort_by)),
      meta: { ...input, total_ranked: total },
    };
  }),
];
