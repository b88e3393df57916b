import type { MetricCitationRow } from '@dossier/store';
import type { StatementRules } from '../statements.ts';

/** How the statements of several sources about an observation are merged. */
export const metricStatements: StatementRules = {
  rulesOf: () => ({
    // An amount and how it is known belong together.
    measurement: 'needed',
    citations: { itemKey: ({ link, quote }: MetricCitationRow) => `${link} ${quote ?? ''}`.trim() },
  }),
};
