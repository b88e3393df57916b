// The data that the script of a chart's page needs, in few bytes: what the page says in words is not repeated.

type Point = { date: string; value: number | null; estimate: boolean };

/** Points as columns: the days, the values, and a digit for each point that is 1 for an estimate. */
export type PackedPoints = readonly [dates: string[], values: (number | null)[], estimates: string];

export const packPoints = (points: readonly Point[]): PackedPoints => [
  points.map(({ date }) => date),
  points.map(({ value }) => value),
  points.map(({ estimate }) => Number(estimate)).join(''),
];

export const unpackPoints = ([dates, values, estimates]: PackedPoints): Point[] =>
  dates.map((date, i) => ({ date, value: values[i]!, estimate: estimates[i] === '1' }));

/** Writes data as JSON for an attribute in single quotes. */
export const attributeJson = (data: object) =>
  JSON.stringify(data).replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('<', '\\u003c');
