import type { Point } from '../../inputs/data.ts';
import type { Drawn } from '../../inputs/options.ts';
import { dateText, timeOf } from '../../chart/format.ts';
import { changeOf, type Change } from '../../parts/change.ts';
import { comparedOf, type Compared, type ComparisonData } from '../small-multiples/data.ts';
import { spanOf, type Span } from '../../parts/spark.ts';
import { rangeWords } from '../small-multiples/words.ts';
import { say } from '../../words/say.ts';

/** A company with its latest value, its rank from 1, and the change of the value on the previous one, or words instead. */
export type Ranked = Compared & { last: Point; rank: number; change: Change | string };

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
      return [{ company, points, last, change: recentChange(points, asOf) }];
    })
    .sort((a, b) => b.last.value - a.last.value);
  return ranked.map((one) => ({
    ...one,
    rank: ranked.findIndex(({ last }) => last.value === one.last.value) + 1,
  }));
}

/** Returns true if the source of any value is known. */
export const hasSources = (ranked: readonly Ranked[]) => ranked.some(({ last }) => last.source !== null);

/** Returns the companies of the first ranks only, in their order, and whether each has a line. */
export function topOf(given: ComparisonData, { top, sparklines }: Drawn): ComparisonData {
  const data = sparklines ? { ...given, sparklines: true } : given;
  if (top === undefined) return data;
  const ranked = rankedOf(data);
  const first = new Set(ranked.slice(0, Number(top)).map(({ company }) => company));
  const companies = data.companies.filter(({ company }) => first.has(company));
  const rest = ranked.length - companies.length;
  return { ...data, companies, ...(rest > 0 && { rest }) };
}

/** Returns the span of the line of a company: the days of all companies, and its own values. */
export const lineSpan = (ranked: readonly Ranked[], { points }: Ranked, { asOf }: ComparisonData): Span => ({
  ...spanOf([points]),
  times: spanOf(
    ranked.map((one) => one.points),
    asOf,
  ).times,
});

/** Returns the currency and the span of the days of the shown values in words. */
export function rankingRange(ranked: readonly Ranked[], { currency, sparklines }: ComparisonData): string {
  const range = rangeWords(
    ranked.map(({ company, points, last }) => ({ company, points: sparklines ? points : [last] })),
    currency,
  );
  return sparklines && range !== '' ? `${range}. ${say('Each line on its own scale')}` : range;
}
