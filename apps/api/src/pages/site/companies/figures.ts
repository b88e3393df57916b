import { rankingMetrics, type RankingMetric } from '@dossier/shared';
import type { CompanySummary } from '../../../resources/company-search/contract.ts';

type Figure = NonNullable<CompanySummary['financials']>[number];

/** Returns the figure of a company by which a ranking sorts; undefined without a value. */
export const figureOf = ({ financials = [] }: CompanySummary, metric: RankingMetric): Figure | undefined =>
  financials.find(({ name, value }) => name === rankingMetrics[metric] && value !== null);
