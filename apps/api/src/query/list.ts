import { pageRequest, type ChangeKind, type PageRequest } from '@dossier/shared';
import {
  bare,
  isIn,
  kindsOfTable,
  kindsRead,
  marked,
  pagesOf,
  type Condition,
  type Db,
  type ItemPage,
  type PagesOf,
} from '@dossier/store';
import type { DependsOn, RequestContext } from '../http/endpoint.ts';
import type { HttpServices } from '../http/services.ts';
import type { Filter } from './filters.ts';
import { dependsOnScope, findScope, idsOf, type CompanyScope, type FoundScope } from './scope.ts';
import { isOpen, type TimeRange } from './window.ts';

/** The ranges of a request, each by the first name of its lower bound. */
type Ranges = Record<string, TimeRange>;

/** A list of records. Where clauses, totals, cache keys and what its answers depend on are derived from it. */
interface List<Item, Form, Params extends object> extends Omit<PagesOf<Item, Form, Params>, 'values'> {
  filters: readonly Filter[];
  /** The kinds of records in its items, besides companies and what its table contains. */
  kinds?: ChangeKind[];
  /** The column with the id of the company, `company_id` by default. */
  company?: string;
  /** Set if the matches of any filter may be far apart in the order of the list. */
  isScattered?: boolean;
  /** Checks the ranges of a request without companies, and returns them with upper bounds. */
  window?: (ranges: Ranges, now: string) => Ranges;
}

/** What a request says besides its filters. */
export interface Asked<Form, Params> {
  /** All companies by default. */
  scope?: CompanyScope;
  /** Returns what the SQL and its parameters depend on. */
  formOf?: (scope: FoundScope, ranges: Ranges) => { form: Form; params?: Params };
  /** Returns the page; by default that of the cursors of the input. */
  requestOf?: (asOf: string) => PageRequest;
  offset?: number;
  /** Stops counting at this many rows, unless counters have the total. */
  countMost?: number | undefined;
}

export interface Listed<Item> {
  page: ItemPage<Item>;
  scope: FoundScope;
  dependsOn: DependsOn;
}

type Input = Parameters<typeof pageRequest>[1];

/** Declares a list. Returns a function that reads a page of it. @throws 400 for its parameters, 404 for its company */
export function list<Item, Form = undefined, Params extends object = object>({
  filters,
  kinds = [],
  company = 'company_id',
  isScattered = false,
  window,
  ...rows
}: List<Item, Form, Params>) {
  const counted = filters.flatMap(({ column, all }) => (column && all ? [[column, all] as const] : []));
  const twice = counted.find(([column], i) =>
    counted.slice(0, i).some(([other]) => bare(other) === bare(column)),
  );
  if (twice)
    throw new Error(
      `Two filters of ${rows.table} list all values of "${twice[0]}". Remove \`all\` from one.`,
    );
  const pages = pagesOf<Item, Form, Params>({ ...rows, values: Object.fromEntries(counted) });
  const own = [...kindsOfTable(rows.table), ...kinds];

  return async (
    context: HttpServices & RequestContext,
    input: Input,
    {
      scope: asked = { type: 'domain-less' },
      formOf,
      requestOf,
      offset,
      countMost,
    }: Asked<Form, Params> = {},
  ): Promise<Listed<Item>> => {
    const given = rangesOf(filters, input);
    const isWindow = window && asked.type === 'domain-less';
    // An answer whose handler reads the time is not cached.
    const asOf = isWindow && isOpen(given) ? context.now : '';
    const request = requestOf?.(asOf) ?? pageRequest(rows.list, input, input, { asOf });
    const ranges = isWindow ? window(given, request.asOf || asOf) : given;
    const scope = await findScope(context.db, asked);
    const ids = idsOf(scope);
    const filtered = whereOf(context.db, filters, { input, ranges, isOfCompanies: ids !== undefined });
    const { form, params } = formOf?.(scope, ranges) ?? { form: undefined as Form };
    const page = await pages(context.db, {
      request,
      where: [
        ...isIn(context.db, company, ids),
        ...(isScattered ? filtered.map((condition) => marked(condition, { isScattered })) : filtered),
      ],
      form,
      params: params ?? ({} as Params),
      ...(offset !== undefined && { offset }),
      countMost,
    });
    return { page, scope, dependsOn: dependsOnScope(scope, own, kindsRead(filtered)) };
  };
}

const nameOf = ({ fields }: Filter): string => Object.keys(fields)[0]!;

const rangesOf = (filters: readonly Filter[], input: object): Ranges =>
  Object.fromEntries(
    filters.flatMap((filter) =>
      filter.rangeOf ? [[nameOf(filter), filter.rangeOf(input as Record<string, unknown>)]] : [],
    ),
  );

/** Returns the conditions that an input makes of filters. */
export const conditionsOf = (db: Db, filters: readonly Filter[], input: object): Condition[] =>
  whereOf(db, filters, { input, ranges: rangesOf(filters, input), isOfCompanies: true });

/**
 * Returns the conditions of all filters. SQLite does not know which of several filters keeps the fewest rows, so only one of
 * them uses an index of its own: companies, or else the last filter that has one.
 */
function whereOf(
  db: Db,
  filters: readonly Filter[],
  { input, ranges, isOfCompanies }: { input: object; ranges: Ranges; isOfCompanies: boolean },
): Condition[] {
  const whereBy = (filter: Filter, isFound: boolean) => {
    const range = filter.rangeOf && ranges[nameOf(filter)];
    return filter.where(db, { input: input as Record<string, unknown>, range, isFound });
  };
  const finds = (filter: Filter) => filter.index !== undefined && whereBy(filter, false).length > 0;
  const finding = isOfCompanies ? undefined : filters.findLast(finds);
  return filters.flatMap((filter) => {
    if (filter === finding || !finds(filter)) return whereBy(filter, false);
    // Few rows of a company do not match. Of the rows that another filter finds, any number may match, or none.
    return whereBy(filter, true).map((condition) =>
      isOfCompanies ? condition : marked(condition, { isScattered: true }),
    );
  });
}
