import type { Company, Point } from '../../data.ts';
import { yearlyChange } from '../../parts/change.ts';
import { comparedOf, type ComparisonData } from '../small-multiples/data.ts';
import { rangeWords } from '../small-multiples/words.ts';

/** A company with its latest value, its rank from 1, and the change of the value in a year, if it is known. */
export type Ranked = { company: Company; last: Point; rank: number; change: number | undefined };

/** Returns the companies that have a value, the highest first. Equal values share a rank. */
export function rankedOf(data: ComparisonData): Ranked[] {
  const { asOf } = data;
  const ranked = comparedOf(data)
    .flatMap(({ company, points }) => {
      const last = points.at(-1);
      if (!last) return [];
      return [{ company, last, change: asOf === null ? undefined : yearlyChange(points, asOf) }];
    })
    .sort((a, b) => b.last.value - a.last.value);
  return ranked.map((one) => ({
    ...one,
    rank: ranked.findIndex(({ last }) => last.value === one.last.value) + 1,
  }));
}

/** Returns the currency and the span of the days of the ranked values in words. */
export const rankingRange = (ranked: readonly Ranked[], currency: string) =>
  rangeWords(
    ranked.map(({ company, last }) => ({ company, points: [last] })),
    currency,
  );
