import { companyType, rankingMetrics, type RankingItem } from '@dossier/shared';
import { ask, questions, readCounters, type Db, type ItemRow, type Items } from '@dossier/store';
import type { RankingFilter } from './contract.ts';
import { viewRanked } from './view.ts';

interface Params {
  name: string;
  metric: string;
  type: string;
  limit: number;
}

const top = questions<Pick<RankingFilter, 'order' | 'company_type'>, Params, ItemRow>(
  (db, param, { order, company_type }) => {
    const ranked = db('ranked').where('name', param('name'));
    if (company_type !== 'all') void ranked.where('type', param('type'));
    void ranked.orderByRaw(`value ${order}, company_id limit ?`, [param('limit')]);
    return db(ranked.as('page'))
      .select(viewRanked(db, param).sql.wrap('', ' as item'))
      .orderBy([{ column: 'page.value', order }, { column: 'page.company_id' }]);
  },
);

/** Returns the top companies by a metric, and how many have a value for it. Ties sort by id. */
export async function readRanking(
  db: Db,
  { sort_by, order, company_type, limit }: RankingFilter,
): Promise<Items<RankingItem> & { total: number }> {
  const name = rankingMetrics[sort_by];
  const rows = await ask(db, top({ order, company_type }), {
    name,
    metric: sort_by,
    type: company_type,
    limit,
  });
  const types = company_type === 'all' ? companyType.options : [company_type];
  const total = await readCounters(
    db,
    types.map((type) => `ranked ${name} ${type}`),
  );
  return { rows, total };
}
