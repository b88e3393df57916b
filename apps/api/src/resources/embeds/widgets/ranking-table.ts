import { comparisonWidget } from './comparison.ts';

export const rankingTable = comparisonWidget('ranking-table', {
  path: 'company-data-ranking',
  operationId: 'getRankingTableEmbed',
  summary: 'A table of companies by valuation, to paste into a page',
  title: 'Ranked by valuation',
});
