import { rankingMetrics } from '@dossier/shared';
import {
  ask,
  findCompanies,
  inList,
  preparedQueries,
  preparedQuery,
  type CategoryRow,
  type CompanyRef,
  type Db,
} from '@dossier/store';

/** The companies around one in the ranking by valuation. */
export interface Neighbours {
  previous: CompanyRef | undefined;
  next: CompanyRef | undefined;
  /** Companies of similar valuation that share a category, nearest first. */
  peers: CompanyRef[];
}

/** How many places of the ranking are read in each direction, and how many peers are shown. */
const NEAREST = 250;
const PEERS = 6;

interface Ranked {
  company_id: number;
  value: number;
}

const ownOf = preparedQuery<{ name: string; company: number }, Pick<Ranked, 'value'>>((db, param) =>
  db('ranked')
    .where({ name: param('name'), company_id: param('company') })
    .select('value'),
);

/** Companies of the same value are ranked by id. */
const sideOf = preparedQueries<'above' | 'below', { name: string } & Ranked, Ranked>((db, param, side) => {
  const [is, ids, order, orderOfIds] =
    side === 'above' ? (['>', '<', 'asc', 'desc'] as const) : (['<', '>', 'desc', 'asc'] as const);
  return db('ranked')
    .where('name', param('name'))
    .whereRaw(`value ${is}= ? and (value ${is} ? or company_id ${ids} ?)`, [
      ...[param('value'), param('value'), param('company_id')],
    ])
    .orderBy([
      { column: 'value', order },
      { column: 'company_id', order: orderOfIds },
    ])
    .limit(NEAREST)
    .select('company_id', 'value');
});

const sharing = preparedQuery<{ companies: number[]; categories: number[] }, Pick<Ranked, 'company_id'>>(
  (db, param) =>
    db('company_categories')
      .where(db.raw(inList(db, 'company_id'), [param('companies')]))
      .where(db.raw(inList(db, 'category_id'), [param('categories')]))
      .distinct('company_id'),
);

/** Reads the companies around one. The ranking is an index, of which this reads a short range in each direction. */
export async function readNeighbours(
  db: Db,
  company: number,
  categories: CategoryRow[],
): Promise<Neighbours> {
  const name = rankingMetrics.valuation;
  const [own] = await ask(db, ownOf, { name, company });
  if (!own) return { previous: undefined, next: undefined, peers: [] };
  const { value } = own;
  const from = { name, value, company_id: company };
  const [above, below] = await Promise.all([ask(db, sideOf('above'), from), ask(db, sideOf('below'), from)]);
  const sharers = await ask(db, sharing, {
    companies: [...above, ...below].map(({ company_id }) => company_id),
    categories: categories.map(({ id }) => id),
  });
  const shared = new Set(sharers.map(({ company_id }) => company_id));
  const distance = (other: { value: number }) =>
    Math.abs(Math.log(Math.max(1, other.value) / Math.max(1, value)));
  const peers = [...above, ...below]
    .filter(({ company_id }) => shared.has(company_id))
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, PEERS)
    .map(({ company_id }) => company_id);
  const [previous, next] = [above[0]?.company_id, below[0]?.company_id];
  const wanted = [...peers, previous, next].filter((id) => id !== undefined);
  const byId = new Map((await findCompanies(db, 'id', wanted)).map((ref) => [ref.id, ref]));
  const refOf = (id: number | undefined) => (id === undefined ? undefined : byId.get(id));
  return {
    previous: refOf(previous),
    next: refOf(next),
    peers: peers.flatMap((id) => byId.get(id) ?? []),
  };
}
