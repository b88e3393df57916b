import { rankingMetrics, type RankingMetric } from '@dossier/shared';
import type { CompanySummary } from '../../../resources/company-search/contract.ts';

type Figure = NonNullable<CompanySummary['financials']>[number];

/** Returns the figures of a company that rankings use, without those that have no value. */
export const figuresOf = ({ financials = [] }: CompanySummary) =>
  Object.fromEntries(
    Object.entries(rankingMetrics).map(([metric, name]) => [
      metric,
      financials.find((figure) => figure.name === name && figure.value !== null),
    ]),
  ) as Record<RankingMetric, Figure | undefined>;
