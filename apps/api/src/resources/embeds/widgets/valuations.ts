import { companyWidget } from './company.ts';
import { readValuation } from './valuation.ts';

const valuations = { named: '{company} valuation' as const, read: readValuation };

export const valuationChart = companyWidget({
  ...valuations,
  kind: 'valuation-chart',
  path: 'company-data-valuation-chart',
  operationId: 'getValuationChartEmbed',
  summary: "A chart of a company's valuations",
  title: 'valuation chart',
  drawn: true,
});

export const valuationTable = companyWidget({
  ...valuations,
  kind: 'valuation-table',
  path: 'company-data-valuation-table',
  operationId: 'getValuationTableEmbed',
  summary: "A table of a company's valuations",
  title: 'valuation table',
  named: '{company} valuation table',
});

export const valuationSparkline = companyWidget({
  ...valuations,
  kind: 'valuation-sparkline',
  path: 'company-data-sparkline',
  operationId: 'getValuationSparklineEmbed',
  summary: "A company's valuations as a line within a sentence",
  title: 'valuation',
  isSmall: true,
});

export const companyCard = companyWidget({
  ...valuations,
  kind: 'company-card',
  path: 'company-data-card',
  operationId: 'getCompanyCardEmbed',
  summary: "A company's latest valuation in 300 by 250 pixels",
  title: 'valuation',
  isSmall: true,
});
