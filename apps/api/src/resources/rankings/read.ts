import { companyType, rankingMetrics, type PageRequest, type RankingItem } from '@dossier/shared';
import {
  ask,
  isPast,
  preparedQueries,
  readCounters,
  type Db,
  type ItemPage,
  type ItemRow,
} from '@dossier/store';
import type { RankingFilter } from './contract.ts';
import { viewRanked } from './view.ts';

interface Form extends Pick<RankingFilter, 'company_type'> {
  /** The directions in which values and ids are read, both reversed for a page before a cursor. */
  order: 'asc' | 'desc';
  ids: 'asc' | 'desc';
  cursor: 'exclusive' | 'inclusive' | undefined;
}

interface Params {
  name: string;
  metric: string;
  type: string;
  limit: number;
  value: number | null;
  id: number | null;
}

const top = preparedQueries<Form, Params, ItemRow>((db, param, { order, company_type, ids, cursor }) => {
  const ranked = db('ranked').select(['company_id', 'name', 'value']).where('name', param('name'));
  if (company_type !== 'all') void ranked.where('type', param('type'));
  if (cursor) {
    const [past, next] = [order === 'desc' ? '<' : '>', ids === 'desc' ? '<' : '>'];
    const ids_ = `company_id ${next}${cursor === 'inclusive' ? '=' : ''} ?`;
    // Values and ids may have different directions, so a row comparison cannot express this. The first condition is the range
    // of the index.
    void ranked.whereRaw(`value ${past}= ? and (value ${past} ? or ${ids_})`, [
      param('value'),
      param('value'),
      param('id'),
    ]);
  }
  void ranked.orderByRaw(`value ${order}, company_id ${ids} limit ?`, [param('limit')]);
  return db(ranked.as('page'))
    .select(['page.value', 'page.company_id', viewRanked(db, param).sql.wrap('', ' as item')])
    .orderBy([
      { column: 'page.value', order },
      { column: 'page.company_id', order: ids },
    ]);
});

/** Returns a page of the companies ranked by a metric. Its total counts those with a value for it. Ties sort by id. */
export async function readRanking(
  db: Db,
  { sort_by, order, company_type }: RankingFilter,
  request: PageRequest,
): Promise<ItemPage<RankingItem>> {
  const { place, size } = request;
  const name = rankingMetrics[sort_by];
  const types = company_type === 'all' ? companyType.options : [company_type];
  const total = isPast(db)
    ? await countRanked(db, name, company_type)
    : await readCounters(
        db,
        types.map((type) => `ranked ${name} ${type}`),
      );
  const isBackward = place.at === 'end' || (place.at === 'cursor' && place.side === 'before');
  const limit = place.at === 'end' ? total % size || size : size;
  const [value, id] = place.at === 'cursor' ? (place.keys as [number, number]) : [null, null];
  const form: Form = {
    company_type,
    order: (order === 'desc') !== isBackward ? 'desc' : 'asc',
    ids: isBackward ? 'desc' : 'asc',
    cursor: place.at !== 'cursor' ? undefined : place.inclusive ? 'inclusive' : 'exclusive',
  };
  const params = { name, metric: sort_by, type: company_type, limit: limit + 1, value, id };
  const rows = await ask(db, top(form), params);
  const hasMore = rows.length > limit;
  if (hasMore) rows.pop();
  if (isBackward) rows.reverse();
  return {
    rows,
    total,
    hasNext: isBackward ? place.at === 'cursor' : hasMore,
    hasPrevious: isBackward ? hasMore : place.at === 'cursor',
    request,
  };
}

/** Returns how many companies are ranked in the past, which has no counters. */
async function countRanked(db: Db, name: string, type: RankingFilter['company_type']): Promise<number> {
  const ranked = db('ranked').where({ name });
  if (type !== 'all') void ranked.where({ type });
  return Number((await ranked.count({ n: '*' }).first<{ n: number | string }>()).n);
}
