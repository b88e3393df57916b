import { rankingItem, type RankingItem } from '@dossier/shared';
import { jsonFor, type Db, type Json, type Param } from '@dossier/store';

/** Returns the company of a row of `page` with its value of a metric, as SQL. */
export function viewRanked(db: Db, param: Param<{ metric: string }>): Json<RankingItem> {
  const json = jsonFor(db);
  const company = db('companies')
    .join('company_financials', 'company_financials.company_id', 'companies.id')
    .where('companies.id', db.ref('page.company_id'))
    .where('company_financials.name', db.ref('page.name'));
  return json.one(
    company,
    json.object(rankingItem, {
      id: 'companies.id',
      slug: 'companies.slug',
      name: 'companies.name',
      domain: 'companies.domain',
      type: 'companies.type',
      metric: db.raw('cast(? as text)', [param('metric')]),
      metric_value: 'company_financials.value',
      metric_date: 'company_financials.date',
    }),
  );
}
