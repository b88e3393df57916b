import { comparisonWidget } from './comparison.ts';

export const smallMultiples = comparisonWidget('small-multiples', {
  path: 'company-data-multiples',
  operationId: 'getSmallMultiplesEmbed',
  summary: 'The valuations of several companies, a chart for each',
  title: 'Valuations compared',
});
