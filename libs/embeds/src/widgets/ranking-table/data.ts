import type { Company, Point } from '../../data.ts';
import type { Drawn } from '../../options.ts';
import { dateText, timeOf } from '../../chart/format.ts';
import { changeOf, type Change } from '../../parts/change.ts';
import { comparedOf, type ComparisonData } from '../small-multiples/data.ts';
import { rangeWords } from '../small-multiples/words.ts';
import { say } from '../../words/say.ts';

/** A company with its latest value, its rank from 1, and the change of the value on the previous one, or words instead. */
export type Ranked = { company: Company; last: Point; rank: number; change: Change | string };

const YEAR = 365 * 86_400_000;

/** Returns the change of the last value, or the year of that value if it is older than a year. */
function recentChange(points: readonly Point[], asOf: string | null): Change | string {
  const last = timeOf(points.at(-1)!.date);
  if (asOf !== null && timeOf(asOf) - last > YEAR)
    return say('no valuation since {year}', { year: dateText(last, 'year') });
  return changeOf(points) ?? '–';
}

/** Returns the companies that have a value, the highest first. Equal values share a rank. */
export function rankedOf(data: ComparisonData): Ranked[] {
  const { asOf } = data;
  const ranked = comparedOf(data)
    .flatMap(({ company, points }) => {
      const last = points.at(-1);
      if (!last) return [];
      return [{ company, last, change: recentChange(points, asOf) }];
    })
    .sort((a, b) => b.last.value - a.last.value);
  return ranked.map((one) => ({
    ...one,
    rank: ranked.findIndex(({ last }) => last.value === one.last.value) + 1,
  }));
}

/** Returns the companies of the first ranks only, in their order. */
export function topOf(data: ComparisonData, { top }: Drawn): ComparisonData {
  if (top === undefined) return data;
  const ranked = rankedOf(data);
  const first = new Set(ranked.slice(0, Number(top)).map(({ company }) => company));
  const companies = data.companies.filter(({ company }) => first.has(company));
  const rest = ranked.length - companies.length;
  return { ...data, companies, ...(rest > 0 && { rest }) };
}

/** Returns the currency and the span of the days of the ranked values in words. */
export const rankingRange = (ranked: readonly Ranked[], currency: string) =>
  rangeWords(
    ranked.map(({ company, last }) => ({ company, points: [last] })),
    currency,
  );
