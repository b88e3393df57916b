import { comparisonWidget } from './comparison.ts';

export const rankingTable = comparisonWidget('ranking-table', {
  path: 'company-data-ranking',
  operationId: 'getRankingTableEmbed',
  summary: 'A table of companies by valuation',
  title: 'Ranked by valuation',
  ranked: true,
});
