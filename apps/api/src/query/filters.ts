import { firstDayFrom, lastDayUntil } from '@dossier/shared';
import { between, compared, isIn, isInUnindexed, type Condition, type Db } from '@dossier/store';
import type { z } from 'zod';
import { rangeFields } from '../http/request/ranges.ts';
import { rangeOf, type TimeRange } from './window.ts';

type Shape<Value = unknown> = Record<string, z.ZodType<Value>>;
/** The value of the one field of a filter. */
type ValueOf<Fields extends Shape> = NonNullable<z.output<Fields[keyof Fields]>>;
type Input = Record<string, unknown>;

/** A filter of a list: the fields of a request, and the conditions that their values make. */
export interface Filter<Fields extends Shape = Shape> {
  fields: Fields;
  column?: string;
  /** All values of `column`, if counters have one total for each. */
  all?: readonly string[] | undefined;
  /** The index that finds its rows. Only the last such filter of a request uses its index. */
  index?: string | undefined;
  /** Returns the time range of an input, for a filter that is one. @throws 400 for different aliases of a bound */
  rangeOf?: (input: Input) => TimeRange;
  /** @param isFound whether the rows are found by another filter, so that no index of this one should be used */
  where: (db: Db, given: { input: Input; range: TimeRange | undefined; isFound: boolean }) => Condition[];
}

type AllOf<Each> = (Each extends unknown ? (each: Each) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Returns the fields of filters, for the input of an endpoint. */
export const fieldsOf = <const Filters extends readonly Filter[]>(filters: Filters) =>
  Object.assign({}, ...filters.map(({ fields }) => fields)) as AllOf<Filters[number]['fields']>;

interface OneOf extends Pick<Filter, 'all' | 'index'> {
  /** Returns the value of the column for a value of the field; undefined if it does not limit the list. */
  toValue?: (given: string) => string | undefined;
}

/** Keeps the rows whose column has the value of a field, or one of its values. */
export function oneOf<Fields extends Shape<string | readonly string[] | undefined>>(
  column: string,
  fields: Fields,
  { all, index, toValue = (given) => given }: OneOf = {},
): Filter<Fields> {
  const [name] = Object.keys(fields) as [string];
  return {
    fields,
    column,
    all,
    index,
    where: (db, { input, isFound }) => {
      const given = input[name] as string | string[] | undefined;
      const values = given === undefined ? [undefined] : [given].flat().map(toValue);
      if (!values.every((value) => value !== undefined)) return [];
      return isFound && index !== undefined ? isInUnindexed(db, column, values) : isIn(db, column, values);
    },
  };
}

/** Keeps the rows whose time is in a range with inclusive bounds, each bound with all its names. */
export const within = <const Lower extends string[], const Upper extends string[]>(
  column: string,
  lower: Lower,
  upper: Upper,
) => rangeFilter(lower, upper, ({ from, to }) => between(column, from, to));

/** Keeps the rows whose date is in a range. */
export const onDays = <const Lower extends string[], const Upper extends string[]>(
  column: string,
  lower: Lower,
  upper: Upper,
) =>
  rangeFilter(lower, upper, ({ from, to }) =>
    between(column, from && firstDayFrom(from), to && lastDayUntil(to)),
  );

function rangeFilter<const Lower extends string[], const Upper extends string[]>(
  lower: Lower,
  upper: Upper,
  where: (range: TimeRange) => Condition[],
): Filter<ReturnType<typeof rangeFields<Lower, Upper>>> {
  return {
    fields: rangeFields(lower, upper),
    rangeOf: (input) => rangeOf(input as Record<string, string | undefined>, lower, upper),
    where: (_db, { range }) => where(range!),
  };
}

/** Keeps the rows whose number is at least the value of a field. */
export const atLeast = <Fields extends Shape<number | undefined>>(column: string, fields: Fields) =>
  matching(fields, (value) => compared(column, '>=', value));

/** Keeps the rows whose number is at most the value of a field. */
export const atMost = <Fields extends Shape<number | undefined>>(column: string, fields: Fields) =>
  matching(fields, (value) => compared(column, '<=', value));

/** Keeps the rows that match a condition with the value of a field. */
export function matching<Fields extends Shape>(
  fields: Fields,
  where: (value: ValueOf<Fields>) => Condition,
): Filter<Fields> {
  const [name] = Object.keys(fields) as [string];
  return {
    fields,
    where: (_db, { input }) => (input[name] === undefined ? [] : [where(input[name] as ValueOf<Fields>)]),
  };
}
