import { companyWidget } from './company.ts';
import { readValuation } from './valuation.ts';

export const valuationChart = companyWidget({
  kind: 'valuation-chart',
  path: 'company-data-valuation-chart',
  operationId: 'getValuationChartEmbed',
  summary: "A chart of a company's valuations",
  title: 'valuation chart',
  named: '{company} valuation',
  read: readValuation,
  drawn: true,
});
