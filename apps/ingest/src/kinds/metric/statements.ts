import { groupBy, type Content } from '@dossier/shared';
import type { MetricCitationRow, MetricRow } from '@dossier/store';
import { rowStatements } from '../row-statements.ts';
import { rowsWhere } from '../rows.ts';
import { withoutNulls } from '../statement-content.ts';
import type { StatementRules } from '../statements.ts';

const ofRows = rowStatements<MetricRow>({
  table: 'metrics',
  rules: {
    // An amount and how it is known belong together.
    measurement: 'needed',
    citations: { itemKey: ({ link, quote }: MetricCitationRow) => `${link} ${quote ?? ''}`.trim() },
  },
  statedBy: ({ base, view, scenario, end_date, type, unit_kind, status, ...row }) => ({
    metric_definition: withoutNulls({
      ...{ base, view, base_period: row.base_period, base_forward: row.base_forward },
      ...{ growth_period: row.growth_period, growth_period_length: row.growth_period_length },
    }),
    measurement: withoutNulls({
      ...{ scenario, end_date, type, unit_kind, status, amount: row.amount, low: row.low, high: row.high },
      ...{ custom_start_date: row.custom_start_date, currency_code: row.currency_code },
      ...{ scope_name: row.scope_name, scope_type: row.scope_type },
      comparison_window_end_date: row.comparison_window_end_date,
      comparison_window_custom_start_date: row.comparison_window_custom_start_date,
    }),
  }),
});

/** How the statements of several sources about an observation are merged. */
export const metricStatements: StatementRules = {
  ...ofRows,
  stated: async (db, ids) => {
    const stated = await ofRows.stated(db, ids);
    const rows = await rowsWhere<MetricCitationRow>(db, 'metric_citations', 'metric_id', ids);
    rows.sort((a, b) => a.position - b.position);
    for (const [id, cited] of groupBy(rows, (row) => row.metric_id)) {
      const each = stated.get(id)!;
      each.content = { ...each.content, citations: cited.map(citationOf) };
    }
    return stated;
  },
};

const citationOf = ({
  link,
  headline,
  quote,
  snippet,
  publication,
  type,
  is_filing,
}: MetricCitationRow): Content => ({
  ...{ link, headline, quote, snippet, publication, type },
  is_filing: Boolean(is_filing),
});
