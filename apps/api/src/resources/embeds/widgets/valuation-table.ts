import { companyWidget } from './company.ts';
import { readValuation } from './valuation.ts';

export const valuationTable = companyWidget({
  kind: 'valuation-table',
  path: 'company-data-valuation-table',
  operationId: 'getValuationTableEmbed',
  summary: "A table of a company's valuations",
  title: 'valuation table',
  named: '{company} valuation table',
  read: readValuation,
});
