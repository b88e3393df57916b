import type { KeyValue, Listing, Page, PageRequest } from '@dossier/shared';
import { counterNames, readCounters, selectSum } from '../ledger/counters.ts';
import { COUNTERS, DAY_COUNTS } from '../ledger/counts/declared.ts';
import { findDay, readSum, sumsOfWindows, type Counted } from '../ledger/day-counts.ts';
import { bare, between, inList, type Condition } from '../sql/filters.ts';
import type { Json } from '../sql/json.ts';
import { countersFor } from './list-counters.ts';
import { isPast, isPostgres, type Db, type Query } from '../sql/open.ts';
import { isDistributed, ofOneCompany } from '../sql/distributed.ts';
import { keyOf } from '../ledger/history.ts';
import { ask, preparedQueries, type Param, type Value } from '../sql/prepared-query.ts';
import { beginAtCursor, chooseIndex, type Measured } from './window-index.ts';

/** A list whose pages are answered by one kept statement each. `Form` and `Params` are for what its SQL depends on. */
export interface PagesOf<Item, Form, Params extends object> {
  list: Listing;
  /** The table whose counts are those of its rows. A list that they do not count exactly is counted. */
  table: string;
  /** Returns the rows that filters and keys are about, if not those of the table. What it selects besides is in `page` too. */
  from?: (db: Db, param: Param<Params>, form: Form) => Query;
  /**
   * Set if `from` keeps each row of the table once. Its counts then give the totals, also for filters of these columns, which
   * stand for those of the table: `['companies.type']`. Without it, the rows of `from` are counted.
   */
  countedAs?: readonly string[];
  /**
   * The columns of `page` that an item reads besides the keys, of a table with an `id`. SQLite reads them along the index of
   * the order. Postgres reads them for the keys of a page: with all columns, its plan for any company sorts all rows of a
   * large one.
   */
  rowColumns?: (form: Form) => readonly string[];
  /** The column of each key of the listing whose name differs: `{ id: 'd.id' }`. */
  columns?: Record<string, string>;
  /** Returns the JSON of an item. The keys of its row are columns of `page`. */
  item: (db: Db, param: Param<Params>, form: Form) => Json<Item>;
  /** When to find rows by the filters and sort them, instead of following an index of the order: never by default. */
  sorts?: 'few' | 'all';
  /** Columns by whose filters SQLite may find rows of another order: none by default. */
  measured?: Measured;
  /** All values of columns by which rows are counted: the sum of their counters is the total without such a filter. */
  values?: Record<string, readonly string[]>;
}

/** A row of a page: its keys, and its item as JSON text. */
export type ItemRow = Record<string, KeyValue> & { item: string };
/** Rows whose items are JSON text. */
export interface Items<Item> {
  rows: ItemRow[];
  /** Only for types. */
  value?: Item;
}
export interface ItemPage<Item> extends Page<ItemRow>, Items<Item> {
  rows: ItemRow[];
  /** Set if at least `total` rows match, and perhaps more. */
  isLeast?: boolean;
}

/** What a request says about a page. */
export interface Asked<Form, Params extends object> {
  request: PageRequest;
  where: Condition[];
  form: Form;
  params: Params;
  /** How many rows to skip, for pages with numbers. */
  offset?: number;
  /** Stops counting at this many rows, except for the last page. Totals of counters are exact. */
  countMost?: number | undefined;
}

/** Expressions that equal a key but that no index contains. */
const unindexed = { text: "(?? || '')", integer: '(?? + 0)', number: '(?? + 0)' };

interface Rows<Form> {
  where: string[];
  form: Form;
}
interface PageForm<Form> extends Rows<Form> {
  isSorted: boolean;
  /** Whether a statement of its own reads the items: `rowsOf`. */
  isSplit: boolean;
  direction: 'asc' | 'desc';
  cursor: 'exclusive' | 'inclusive' | undefined;
  /**
   * How the statement gets the total. `all` counts all rows, which it reads and sorts anyway. A number is that of the
   * counters whose sum it returns. If undefined, rows have no total.
   */
  counts: 'all' | number | undefined;
}
type Values = Record<string, Value>;
type Place = (name: string) => ReturnType<Param<Values>>;

/**
 * Returns a function that reads pages of a list by keyset: an index range from the cursor on. It reads one row more than
 * the page to learn whether a next page exists. One index answers the filters and the order, then only the rows of the
 * page are read, in the same statement. Only the first page counts all rows; later cursors carry the count.
 */
export function pagesOf<Item, Form = undefined, Params extends object = object>({
  list,
  table,
  from,
  countedAs = from ? undefined : [],
  rowColumns = () => [],
  columns = {},
  item,
  sorts,
  measured,
  values: allValues = {},
}: PagesOf<Item, Form, Params>): (db: Db, asked: Asked<Form, Params>) => Promise<ItemPage<Item>> {
  /** Whether the counts of the table know a column. One without a table is not in the others, or its SQL is ambiguous. */
  const isOwn = (column = '') =>
    !column.includes('.') || column.startsWith(`${table}.`) || countedAs?.includes(column) === true;
  const ofColumns = Object.fromEntries(
    Object.entries(allValues).flatMap(([column, all]) => (isOwn(column) ? [[bare(column), all]] : [])),
  );
  const counters = COUNTERS.filter((counter) => counter.table === table).map(({ name, columns }) => ({
    name,
    columns: Object.fromEntries(columns.map((column) => [column, ofColumns[column]])),
  }));
  const names = Object.keys(list.keys);
  const keyColumns = names.map((name) => columns[name] ?? name);
  const matching = (db: Db, param: Place, { where, form }: Rows<Form>) => {
    const query = from?.(db, param, form) ?? db(table);
    where.forEach((sql, i) => {
      const values = [...sql.matchAll(/\?/g)].map((_, j) => param(`${i}.${j}`));
      void query.whereRaw(sql, values);
    });
    return query;
  };

  const countOf = preparedQueries<Rows<Form> & { most?: number | undefined }, Values, { n: number | string }>(
    (db, param, { most, ...rows }) => {
      const found = matching(db, param, rows).clearSelect();
      if (most === undefined) return found.count({ n: '*' });
      const some = found.select(db.raw('1 as one')).limit(most);
      return db(some.as('some')).count({ n: '*' });
    },
  );
  const manyOf = preparedQueries<Rows<Form> & { most: number }, Values, object>(
    (db, param, { most, ...rows }) =>
      matching(db, param, rows).clearSelect().select(db.raw('1')).offset(most).limit(1),
  );
  const writePage = (db: Db, param: Place, form: PageForm<Form>) => {
    const { isSorted, direction, cursor, counts } = form;
    const keys = Object.values(list.keys).map((type) => (isSorted ? unindexed[type] : '??'));
    const query = matching(db, param, form).select(
      keyColumns.map((column, i) => `${column} as ${names[i]!}`),
    );
    if (counts === 'all') query.select(db.raw('count(*) over () as total'));
    if (form.isSplit) query.select('company_id');
    if (cursor) {
      const operator = `${direction === 'desc' ? '<' : '>'}${cursor === 'inclusive' ? '=' : ''}`;
      // Both databases answer a row comparison from an index.
      const places = names.map((name) => param(`key.${name}`));
      query.whereRaw(`(${keys.join(', ')}) ${operator} (${places.map(() => '?').join(', ')})`, [
        ...keyColumns,
        ...places,
      ]);
    }
    const order = keys.map((key) => `${key} ${direction}`).join(', ');
    query.orderByRaw(`${order} limit ? offset ?`, [...keyColumns, param('limit'), param('offset')]);
    if (form.isSplit) return query;
    const own = rowColumns(form.form);
    const isJoined = own.length > 0 && isPostgres(db);
    const keysOf = isJoined ? 'keys' : 'page';
    if (!isJoined) query.select(own);
    const page = db(query.as(keysOf));
    if (isJoined) page.join({ page: table }, 'page.id', 'keys.id');
    const total =
      typeof counts === 'number' ? db.raw('(?) as total', selectSum(db, param, counts)) : `${keysOf}.total`;
    return page
      .select([
        ...names.map((name) => `${keysOf}.${name}`),
        ...(counts === undefined ? [] : [total]),
        item(db, param, form.form).sql.wrap('', ' as item'),
      ])
      .orderBy(names.map((column) => ({ column: `${keysOf}.${column}`, order: direction })));
  };
  /** Reads the items of a page whose keys are known. A constant company sends the statement to one shard. */
  const rowsOf = preparedQueries<{ form: Form; isOfOne: boolean }, Values, ItemRow>(
    (db, param: Place, { form, isOfOne }) => {
      const write = () => item(db, param, form).sql;
      const items = isOfOne ? ofOneCompany(() => param('companies'), write) : write();
      return db({ page: table })
        .whereRaw(isOfOne ? 'page.company_id = ?' : inList(db, 'page.company_id'), [param('companies')])
        .whereRaw(inList(db, 'page.id'), [param('ids')])
        .select('page.id', items.wrap('', ' as item'));
    },
  );
  const withItems = async (
    db: Db,
    { form, rows, values }: { form: Form; rows: ItemRow[]; values: Values },
  ) => {
    const companies = [...new Set(rows.map(({ company_id }) => company_id as number))];
    const isOfOne = companies.length === 1;
    const items = await ask(db, rowsOf({ form, isOfOne }), {
      ...values,
      companies: isOfOne ? companies[0]! : companies,
      ids: rows.map(({ id }) => id as string),
    });
    const byId = new Map(items.map((row) => [row['id'], row]));
    // A row that was deleted meanwhile is left out. One whose keys changed stays where the page found it, as cursors need.
    return rows.flatMap((row) => {
      const found = byId.get(row['id']);
      return found ? { ...row, item: found.item } : [];
    });
  };
  const pageOf = preparedQueries<PageForm<Form>, Values, ItemRow>(writePage, ({ counts }) => ({
    // The filters of a counter are those of an index.
    isQuick: typeof counts === 'number',
  }));

  return async (db, { request, where, form, params, offset = 0, countMost }) => {
    const { place, size } = request;
    const values: Values = { ...(params as Values) };
    where.forEach((condition, i) => condition.values.forEach((value, j) => (values[`${i}.${j}`] = value)));

    const carried = place.at === 'cursor' && place.filter === request.filter ? place.total : undefined;
    // The counts of a table know nothing of a filter of another one.
    const isCounted = countedAs !== undefined && where.every(({ named }) => isOwn(named));
    const days = isCounted && countedAs.length === 0 && table in DAY_COUNTS ? (table as Counted) : undefined;
    const known = isPast(db) || !isCounted ? undefined : countersFor(counters, where);
    const sums = days && !known && !isPast(db) ? sumsOfWindows(days, where) : [];
    const index = await chooseIndex(db, {
      ...{ order: names[0]!, measured, where, sums, size },
      ...{ counted: days, counters: isCounted ? counters : [] },
    });
    const matches: Rows<Form> = { where: index.matches, form };
    const listed: Rows<Form> = { where: index.until, form };

    // The estimate of a database may be far off: Postgres takes the last hour of years for a hundredth of all rows, and
    // would look for its few rows along the whole index of the list.
    const isScattered = sorts === 'few' && index.isScattered;
    // The statement of the first page has the total, unless the total decides how the page is read.
    const isSplit = table in keyOf && (await isDistributed(db));
    const isWithPage =
      carried === undefined && place.at === 'start' && offset === 0 && !isScattered && !isSplit;
    const counts = isWithPage ? (known?.length ?? (sorts === 'all' ? 'all' : undefined)) : undefined;
    // The length of the last page follows from the exact total.
    const most = place.at === 'end' ? undefined : countMost;
    const readTotal = async () => {
      if (known) return readCounters(db, known);
      if (sums.length === 1) return readSum(db, sums[0]!);
      if (most !== undefined && most <= index.bounds.least) return most;
      return Number(
        (await ask(db, countOf({ ...(most === undefined ? matches : listed), most }), values))[0]!.n,
      );
    };
    const mayStop = most !== undefined && known === undefined && counts === undefined && sums.length !== 1;
    let total = carried ?? (counts === undefined ? await readTotal() : 0);
    const isRead = carried === undefined && counts === undefined;
    // Looking for rows that do not exist may take long.
    const isKnown = known !== undefined || sums.length > 0;
    const isEmpty = isRead && isKnown && total === 0 && place.at !== 'cursor';
    if (isEmpty || (offset > 0 && offset >= total))
      return { rows: [], total, hasNext: false, hasPrevious: total > 0, request };
    // The count of a cursor may be old or forged. A count that stopped early says only that there may be more.
    const isFew = async () => {
      const { bounds, long, mostSorted } = index;
      if (bounds.most <= mostSorted || bounds.least > mostSorted) return bounds.most <= mostSorted;
      if (carried === undefined && (most === undefined || total < most)) return index.isSorted(total);
      // The matches of wide filters would be found one by one. Behind the first page, there may be few of one filter, or as
      // few as the first page has counted.
      const isMany =
        carried === undefined || (long.size > 1 && carried >= Math.min(most ?? mostSorted, mostSorted));
      if (isMany && long.size > 0) return false;
      const some = { where: index.ahead, form, most: mostSorted };
      return (await ask(db, manyOf(some), values)).length === 0;
    };
    const isSorted = sorts === 'all' || (isScattered && (await isFew()));
    const isBackward = place.at === 'end' || (place.at === 'cursor' && place.side === 'before');
    const direction = (list.direction === 'desc') !== isBackward ? 'desc' : 'asc';
    const inOrder =
      place.at === 'cursor' && carried !== undefined
        ? beginAtCursor(db, {
            order: names[0]!,
            measured,
            where,
            long: index.long,
            key: place.keys[0]!,
            direction,
          })
        : index.inOrder;
    const rows: Rows<Form> = { where: isSorted ? index.few : inOrder, form };

    if (place.at === 'cursor') names.forEach((name, i) => (values[`key.${name}`] = place.keys[i]!));
    // The day that contains the offset is known from counts, so only rows of that day are skipped.
    const isNewestFirst = list.direction === 'desc' && place.at === 'start';
    const day =
      days && isNewestFirst && !isSorted
        ? await findDay(db, days, { column: names[0]!, where, offset })
        : undefined;
    const [until] = between(keyColumns[0]!, undefined, day?.until);
    if (until) {
      values[`${where.length}.0`] = until.values[0]!;
      rows.where.push(until.sql);
    }
    // The last page has the rest after full pages, so that paging back meets the same page borders as paging forward.
    const limit = place.at === 'end' ? total % size || size : size;
    let found = await ask(
      db,
      pageOf({
        ...rows,
        isSorted,
        isSplit,
        direction,
        cursor: place.at !== 'cursor' ? undefined : place.inclusive ? 'inclusive' : 'exclusive',
        counts,
      }),
      { ...values, ...(known && counterNames(known)), limit: limit + 1, offset: day?.rest ?? offset },
    );
    if (counts !== undefined && found[0]) total = Number(found[0]['total'] ?? 0);
    const hasMore = found.length > limit;
    if (hasMore) found.pop();
    if (isBackward) found.reverse();
    if (isSplit && found.length > 0) found = await withItems(db, { form, rows: found, values });
    return {
      rows: found,
      total,
      isLeast: mayStop && total === most,
      hasNext: isBackward ? place.at === 'cursor' : hasMore,
      hasPrevious: isBackward ? hasMore : place.at === 'cursor',
      request,
    };
  };
}
