import { citationSource, metricObservation, type MetricObservation } from '@dossier/shared';
import { companyOfPage, jsonFor, rowOfPage, type Db, type Json } from '@dossier/store';
import type { FoundScope } from '../../query/scope.ts';
import { companyReferenceFields, viewCompanyReference } from '../../views/companies.ts';

const { metric_definition, measurement, company, citations } = metricObservation.shape;

/**
 * Returns the observation of a row of `page` with its company and citations, as SQL.
 * @param all whether citations without a quote, a snippet and a filing are shown too
 */
export function viewMetric(db: Db, all: boolean): Json<MetricObservation> {
  const json = jsonFor(db);
  const cited = db('metric_citations')
    .where('metric_citations.metric_id', db.ref('metrics.id'))
    .where('metric_citations.company_id', companyOfPage(db, 'metrics.company_id'));
  if (!all) {
    void cited.where((evident) => {
      void evident.whereNotNull('quote').orWhereNotNull('snippet').orWhere('is_filing', true);
    });
  }
  return json.one(
    rowOfPage(db, 'metrics'),
    json.object(metricObservation, {
      metric_id: 'metrics.id',
      metric_definition: json.object(metric_definition, {
        base: 'metrics.base',
        view: 'metrics.view',
        base_period: 'metrics.base_period',
        base_forward: 'metrics.base_forward',
        growth_period: 'metrics.growth_period',
        growth_period_length: 'metrics.growth_period_length',
      }),
      measurement: json.object(measurement, {
        scenario: 'metrics.scenario',
        end_date: 'metrics.end_date',
        custom_start_date: 'metrics.custom_start_date',
        comparison_window_end_date: 'metrics.comparison_window_end_date',
        comparison_window_custom_start_date: 'metrics.comparison_window_custom_start_date',
        type: 'metrics.type',
        unit_kind: 'metrics.unit_kind',
        currency_code: 'metrics.currency_code',
        amount: 'metrics.amount',
        low: 'metrics.low',
        high: 'metrics.high',
        scope_name: 'metrics.scope_name',
        scope_type: 'metrics.scope_type',
        status: 'metrics.status',
      }),
      created_at: 'metrics.created_at',
      updated_at: 'metrics.updated_at',
      company: json.object(company, companyReferenceFields(db)),
      // The summary covers only the citations shown, not all stored ones.
      citations: json.one(
        cited,
        json.object(citations, {
          summary: json.object(citations.shape.summary, {
            count: db.raw('count(*)'),
            latest_updated_at: db.raw('max(metric_citations.updated_at)'),
          }),
          sources: json.all(
            json.object(citationSource, {
              link: 'metric_citations.link',
              headline: 'metric_citations.headline',
              quote: 'metric_citations.quote',
              publication: 'metric_citations.publication',
              type: 'metric_citations.type',
            }),
            'metric_citations.position',
          ),
        }),
      ),
    }),
  );
}

/** Returns the scope of the request and the companies found. */
export function viewMetricsMeta({ type, companies }: FoundScope) {
  return {
    query_type: type,
    companies_count: companies?.length ?? 0,
    companies: (companies ?? []).map(viewCompanyReference),
  };
}
