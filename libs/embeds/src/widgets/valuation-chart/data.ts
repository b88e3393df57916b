import type * as z from 'zod/mini';
import { drawable, latestOf } from '../../chart/frame.ts';
import { indexed, INDEX } from '../../chart/rebase.ts';
import type { Point } from '../../inputs/data.ts';
import { originCells, type Row } from '../../inputs/csv.ts';
import type { Drawn } from '../../inputs/options.ts';
import { pinnedDays, since, upTo } from '../../inputs/pin.ts';
import type { valuationData } from './schema.ts';

export type ValuationData = z.infer<typeof valuationData>;

/** Returns the drawable values up to the day of the data, in order of time. Later values are forecasts. */
export function knownPoints({ points, asOf }: ValuationData): Point[] {
  const all = drawable(points);
  if (all.length === 0) return [];
  const day = latestOf(
    all.map(({ date }) => date),
    asOf,
  );
  return all.filter(({ date }) => date <= day);
}

export const valuationCsv = ({ points, currency }: ValuationData): Row[] => [
  ['date', 'value', 'currency', 'kind', 'source', 'source_url'],
  ...drawable(points).map(({ date, value, estimate, source }) => [
    date,
    value,
    currency,
    ...originCells(estimate, source),
  ]),
];

export const pinValuation = (data: ValuationData, until: string): ValuationData => ({
  ...data,
  points: data.points.filter(upTo(until)),
  ...(data.leftOut && { leftOut: data.leftOut.filter(upTo(until)) }),
  ...pinnedDays(data.asOf, until),
});

const valuationFrom = (data: ValuationData, from: string): ValuationData => ({
  ...data,
  points: data.points.filter(since(from)),
  ...(data.leftOut && { leftOut: data.leftOut.filter(since(from)) }),
  from,
});

/** Returns the data from the requested day on, with the requested scale, or as an index. */
export function drawValuation(given: ValuationData, { scale, index, from }: Drawn): ValuationData {
  const data = from === undefined ? given : valuationFrom(given, from);
  const drawn = { ...data, ...(scale && { scale }) };
  const made = index && indexed([data.points]);
  if (!made) return drawn;
  return { ...drawn, points: made.points[0]!, currency: INDEX };
}
