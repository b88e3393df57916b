import { timeOf } from './format.ts';
import { oneADay } from './frame.ts';

// The data that the script of a chart's page needs, in few bytes: what the page says in words is not repeated.

type Point = { date: string; value: number | null; estimate: boolean };

const DAY = 86_400_000;

/**
 * Points as columns: the days since 1970 and then since the point before, the values, and a digit for each point that is
 * 1 for an estimate. Points without a valid day are not drawn, and left out. So are values that the page has elsewhere.
 */
export type PackedPoints = readonly [days: number[], values: (number | null)[], estimates: string];

export function packPoints(given: readonly Point[], withValues = true): PackedPoints {
  const points = oneADay(given);
  const days = points.map(({ date }) => timeOf(date) / DAY);
  return [
    days.map((day, i) => day - (days[i - 1] ?? 0)),
    withValues ? points.map(({ value }) => value) : [],
    points.map(({ estimate }) => Number(estimate)).join(''),
  ];
}

export function unpackPoints([days, packed, estimates]: PackedPoints, values = packed): Point[] {
  let day = 0;
  return days.map((step, i) => {
    day += step;
    const date = new Date(day * DAY).toISOString().slice(0, 10);
    return { date, value: values[i]!, estimate: estimates[i] === '1' };
  });
}

/** Writes data as JSON for an attribute in single quotes. */
export const attributeJson = (data: object) =>
  JSON.stringify(data).replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('<', '\\u003c');
