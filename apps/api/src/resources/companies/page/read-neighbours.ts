import { rankingMetrics } from '@dossier/shared';
import { findCompanies, type CategoryRow, type CompanyRef, type Db } from '@dossier/store';

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

/** Reads the companies around one. The ranking is an index, of which this reads a short range in each direction. */
export async function readNeighbours(
  db: Db,
  company: number,
  categories: CategoryRow[],
): Promise<Neighbours> {
  const name = rankingMetrics.valuation;
  const own = await db('ranked')
    .where({ name, company_id: company })
    .first<{ value: number } | undefined>('value');
  if (!own) return { previous: undefined, next: undefined, peers: [] };
  const { value } = own;
  const side = (is: '>' | '<', ids: '>' | '<') =>
    db('ranked')
      .where({ name })
      .whereRaw(`value ${is}= ? and (value ${is} ? or company_id ${ids} ?)`, [value, value, company])
      .orderBy([
        { column: 'value', order: is === '>' ? 'asc' : 'desc' },
        { column: 'company_id', order: ids === '>' ? 'asc' : 'desc' },
      ])
      .limit(NEAREST)
      .select<{ company_id: number; value: number }[]>('company_id', 'value');
  // Companies of the same value are ranked by id.
  const [above, below] = await Promise.all([side('>', '<'), side('<', '>')]);
  const shared = new Set(
    await db('company_categories')
      .whereIn(
        'company_id',
        [...above, ...below].map(({ company_id }) => company_id),
      )
      .whereIn(
        'category_id',
        categories.map(({ id }) => id),
      )
      .distinct()
      .pluck<number[]>('company_id'),
  );
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
