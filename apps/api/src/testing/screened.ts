import type { CompanyRow } from '@dossier/store';

export const figures = ['valuation', 'revenue', 'total_funding'] as const;
export type Figure = (typeof figures)[number];
export const slugs = ['large', 'small', 'none'];
const COUNTRIES = ['France', 'Ireland', null];

/** A company that lists may leave out, with what filters read. */
export interface Screened extends Pick<
  CompanyRow,
  'name' | 'type' | 'founding_year' | 'headquarters_country'
> {
  id: number;
  is_active: boolean;
  ticker: string;
  categories: string[];
  figures: Partial<Record<Figure, number>>;
}

/** What a list is asked for. */
export type Asked = Partial<
  Record<'name' | 'ticker' | 'category' | 'country' | 'type', string> &
    Record<'founded_gte' | 'founded_lte' | `${Figure}_${'gte' | 'lte'}`, number>
> & { sort?: Figure | 'founded' | 'country' | undefined };

/** Returns the company with a number. Filters leave out different companies. */
export const screenedCompany = (i: number): Omit<Screened, 'id'> => ({
  name: `${i % 32 === 1 ? 'd' : 'c'}${i}`,
  type: i % 3 === 0 ? 'public' : 'private',
  headquarters_country: COUNTRIES[i % 3]!,
  founding_year: i % 4 === 0 ? null : 2000 + (i % 10),
  is_active: i % 11 !== 0,
  ticker: i % 7 === 3 ? 'FEW' : 'MANY',
  categories: [...(i % 2 === 0 ? ['large'] : []), ...(i % 30 < 2 ? ['small'] : [])],
  figures: Object.fromEntries(
    figures.flatMap((figure, place) => ((i + place) % 5 === 0 ? [] : [[figure, (i * (place + 3)) % 13]])),
  ),
});

/** Returns the ids of a list, computed from all companies. */
export function screenedIds(
  companies: Screened[],
  { name = '', ticker, category, country, type, founded_gte, founded_lte, sort, ...bounds }: Asked,
): number[] {
  const limits = figures.flatMap((figure) => {
    const [least, most] = [bounds[`${figure}_gte`], bounds[`${figure}_lte`]];
    return least === undefined && most === undefined ? [] : [{ figure, least, most }];
  });
  const isByFigure = (order: Asked['sort']): order is Figure => figures.includes(order as Figure);
  const keyOf = ({ figures: own, founding_year, headquarters_country, id }: Screened) => {
    if (isByFigure(sort)) return own[sort];
    return sort === 'founded' ? founding_year : sort === 'country' ? headquarters_country : id;
  };
  const found = companies.filter(
    (each) =>
      each.name.startsWith(name) &&
      (ticker === undefined || each.ticker === ticker) &&
      (category === undefined || each.categories.includes(category)) &&
      (country === undefined || each.headquarters_country === country) &&
      (type === undefined || each.type === type) &&
      (founded_gte === undefined || (each.founding_year ?? 0) >= founded_gte) &&
      (founded_lte === undefined || (each.founding_year ?? Infinity) <= founded_lte) &&
      (each.is_active || (limits.length === 0 && !isByFigure(sort))) &&
      (keyOf(each) ?? undefined) !== undefined &&
      limits.every(({ figure, least = -Infinity, most = Infinity }) => {
        const own = each.figures[figure];
        return own !== undefined && own >= least && own <= most;
      }),
  );
  const sign = sort === undefined || sort === 'country' ? 1 : -1;
  const compare = (a: Screened, b: Screened) => {
    const [one, other] = [keyOf(a)!, keyOf(b)!];
    return sign * (one < other ? -1 : one > other ? 1 : a.id - b.id);
  };
  return found.toSorted(compare).map(({ id }) => id);
}
