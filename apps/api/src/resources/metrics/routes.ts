import { canonicalBase, pageRequest, viewCursorPagination } from '@dossier/shared';
import { Answer } from '../../http/endpoint.ts';
import { listText } from '../../http/text/json-text.ts';
import { route, type Context, type Route } from '../../services.ts';
import { contextAt } from '../../query/as-of.ts';
import { MAX_COMPANIES } from '../../query/fields.ts';
import { companyScope, dependsOnScope, findScope } from '../../query/scope.ts';
import { rangeOf, requireWindow, isOpen } from '../../query/window.ts';
import * as contract from './contract.ts';
import { readMetrics } from './read.ts';
import { viewMetricsMeta } from './view.ts';

const list = (maxCompanies: number) => async (present: Context, input: contract.MetricInput) => {
  const context = await contextAt(present, input.as_of);
  const { db, linkTo } = context;
  const asked = companyScope(input, maxCompanies);
  const ranges = metricRanges(input);
  const global = asked.type === 'domain-less';
  // An answer whose handler reads the time is not cached.
  const asOf = global && isOpen(ranges) ? context.now : '';
  const request = pageRequest(contract.metricList, input, input, { asOf });
  const { created_at, updated_at, end_date, comparison_window_end_date } = global
    ? requireWindow(ranges, request.asOf || asOf)
    : ranges;

  const scope = await findScope(db, asked);
  const filter = {
    values: metricValues(input),
    times: { created_at, updated_at },
    days: { end_date, comparison_window_end_date },
  };
  const page = await readMetrics(db, scope, filter, input.include_all_signal_evidence, request);
  const body = {
    metrics: listText(page),
    pagination: viewCursorPagination(contract.metricList, page, linkTo),
    meta: viewMetricsMeta(scope),
  };
  return new Answer(body, { dependsOn: dependsOnScope(scope, 'metric') });
};

function metricValues(input: contract.MetricInput) {
  return {
    base: input.metric_base?.map(canonicalBase),
    view: input.metric_view,
    scenario: input.measurement_scenario,
    base_period: input.base_period,
    growth_period: input.growth_period,
  };
}

function metricRanges(input: contract.MetricInput) {
  const range = (name: 'measurement_end_date' | 'comparison_window_end_date' | 'created_at' | 'updated_at') =>
    rangeOf(input, [`${name}_gte`], [`${name}_lte`]);
  return {
    end_date: range('measurement_end_date'),
    comparison_window_end_date: range('comparison_window_end_date'),
    created_at: range('created_at'),
    updated_at: range('updated_at'),
  };
}

export const routes: Route[] = [
  route(contract.listMetrics, list(MAX_COMPANIES.query)),
  route(contract.queryMetrics, list(MAX_COMPANIES.body)),
];
