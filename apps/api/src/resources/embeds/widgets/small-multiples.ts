import { comparisonWidget } from './comparison.ts';

export const smallMultiples = comparisonWidget('small-multiples', {
  path: 'company-data-multiples',
  operationId: 'getSmallMultiplesEmbed',
  summary: 'The valuations of several companies, each in a chart of its own, to paste into a page',
  title: 'Valuations compared',
});
