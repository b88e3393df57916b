import { companyWidget } from './company.ts';
import { readValuation } from './valuation.ts';

export const valuationSparkline = companyWidget({
  kind: 'valuation-sparkline',
  path: 'company-data-sparkline',
  operationId: 'getValuationSparklineEmbed',
  summary: "A company's valuations as a line within a sentence",
  title: 'valuation',
  named: '{company} valuation',
  read: readValuation,
  isSmall: true,
});
