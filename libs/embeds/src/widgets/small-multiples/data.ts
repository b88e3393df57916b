import type * as z from 'zod/mini';
import { drawable } from '../../chart/frame.ts';
import { originCells, type Row } from '../../inputs/csv.ts';
import { pinnedDays, upTo } from '../../inputs/pin.ts';
import type { compared, comparisonData } from './schema.ts';

export type Compared = z.infer<typeof compared>;
export type ComparisonData = z.infer<typeof comparisonData>;

export const comparisonCsv = ({ companies, currency }: ComparisonData): Row[] => [
  ['date', 'company', 'value', 'currency', 'kind', 'source', 'source_url'],
  ...companies.flatMap(({ company, points }) =>
    drawable(points).map(({ date, value, estimate, source }) => [
      date,
      company.name,
      value,
      currency,
      ...originCells(estimate, source),
    ]),
  ),
];

export const pinComparison = (data: ComparisonData, until: string): ComparisonData => ({
  ...data,
  companies: data.companies.map((one) => ({ ...one, points: one.points.filter(upTo(until)) })),
  ...pinnedDays(data.asOf, until),
});

/** Returns the companies with their drawable values up to the day of the data, in order of time. */
export const comparedOf = ({ companies, asOf }: ComparisonData): Compared[] =>
  companies.map(({ company, points }) => ({
    company,
    points: drawable(points).filter(({ date }) => asOf === null || date <= asOf),
  }));
