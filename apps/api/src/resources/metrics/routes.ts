import { viewCursorPagination } from '@dossier/shared';
import { Answer } from '../../http/endpoint.ts';
import { listText } from '../../rows/json-text.ts';
import { route, type Context, type Route } from '../../services.ts';
import { contextAt } from '../../query/as-of.ts';
import { MAX_COMPANIES } from '../../query/fields.ts';
import { companyScope } from '../../query/scope.ts';
import * as contract from './contract.ts';
import { readMetrics } from './read.ts';
import { viewMetricsMeta } from './view.ts';

const list = (maxCompanies: number) => async (present: Context, input: contract.MetricInput) => {
  const context = await contextAt(present, input.as_of);
  const { page, scope, dependsOn } = await readMetrics(context, input, {
    scope: companyScope(input, maxCompanies),
    formOf: () => ({ form: input.include_all_signal_evidence }),
  });
  const body = {
    metrics: listText(page),
    pagination: viewCursorPagination(contract.metricList, page, context.linkTo),
    meta: viewMetricsMeta(scope),
  };
  return new Answer(body, { dependsOn });
};

export const routes: Route[] = [
  route(contract.listMetrics, list(MAX_COMPANIES.query)),
  route(contract.queryMetrics, list(MAX_COMPANIES.body)),
];
