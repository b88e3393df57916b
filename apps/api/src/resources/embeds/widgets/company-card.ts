import { companyWidget } from './company.ts';
import { readValuation } from './valuation.ts';

export const companyCard = companyWidget({
  kind: 'company-card',
  path: 'company-data-card',
  operationId: 'getCompanyCardEmbed',
  summary: "A company's latest valuation in 300 by 250 pixels",
  title: 'valuation',
  named: '{company} valuation',
  read: readValuation,
  isSmall: true,
});
