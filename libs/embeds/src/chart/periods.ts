import { dateText, timeOf } from './format.ts';
import { say } from '../words/say.ts';

export const DAY = 86_400_000;

/** The greatest number of column slots. With more, columns would be hairlines. */
const MAX_PLACES = 60;

/** What the times represent. A period is labelled at its end, where its value is drawn. */
export type Period = 'year' | 'quarter' | 'month' | 'moment';

/**
 * Returns what times represent: years if each is a 31 December, quarters or months if each is the last day of one,
 * otherwise moments. Of quarters a year apart, some may be years, so they are moments unless `declared` says what they are.
 * Declared years and months are never quarters.
 */
export function periodOf(times: readonly number[], declared?: Period): Period {
  const next = times.map((time) => new Date(time + DAY));
  if (times.length === 0 || next.some((day) => day.getUTCDate() !== 1)) return 'moment';
  if (declared === 'month') return 'month';
  if (declared !== 'quarter' && next.every((day) => day.getUTCMonth() === 0)) return 'year';
  const months = [...new Set(times.map((time) => monthOf(time + DAY)))].sort((a, b) => a - b);
  const steps = months.slice(1).map((month, i) => month - months[i]!);
  const isQuarter = months.every((month) => month % 3 === 0);
  if (isQuarter && declared === 'quarter') return 'quarter';
  if (declared === 'year' || steps.reduce(commonDivisor, 0) !== 3 || !isQuarter) return 'month';
  return steps.some((step) => step >= 12) ? 'moment' : 'quarter';
}

/** Returns the months since January of the year 0. `monthStart` returns the midnight at which such a month begins. */
export const monthOf = (time: number) => new Date(time).getUTCFullYear() * 12 + new Date(time).getUTCMonth();
export const monthStart = (month: number) =>
  new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, 1);

const lastDay = (month: number) => monthStart(month + 1) - DAY;

/** Returns a function from a month to the day that all times share: the last of the month, or the same number. */
function commonDay(times: readonly number[]): ((month: number) => number) | undefined {
  if (times.every((time) => time === lastDay(monthOf(time)))) return lastDay;
  const day = new Date(times[0]!).getUTCDate();
  if (times.some((time) => new Date(time).getUTCDate() !== day)) return undefined;
  return (month) => Math.min(monthStart(month) + (day - 1) * DAY, lastDay(month));
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));

/**
 * Returns the days that get a column slot, from the sorted days with values. If the days are equal periods apart,
 * missing periods get an empty slot. Otherwise each day has a slot next to the previous one.
 */
export function placesOf(times: readonly number[]): number[] {
  const months = times.map(monthOf);
  const steps = months.slice(1).map((month, i) => month - months[i]!);
  const step = steps.reduce(commonDivisor, 0);
  const dayOf = commonDay(times);
  // Full years followed by months of the current year have no common period.
  const isPeriod = steps.includes(step) || step % 12 === 0;
  const count = (months.at(-1)! - months[0]!) / step + 1;
  if (!dayOf || !isPeriod || !(count <= MAX_PLACES)) return [...times];
  return Array.from({ length: count }, (_, i) => dayOf(months[0]! + i * step));
}

/** Names a time by its period: `2024`, `Q4 2024`, `Dec 2024` or `Dec 31, 2024`. */
export function periodText(time: number, period: Period): string {
  if (period !== 'quarter') return dateText(time, period === 'moment' ? 'day' : period);
  const month = monthOf(time);
  const quarter = Math.floor((month % 12) / 3) + 1;
  return say('Q{quarter} {year}', { quarter, year: dateText(time, 'year') });
}

/** Names a `YYYY-MM-DD` by its period. Returns other text unchanged. */
export function dateName(date: string, period: Period): string {
  const time = timeOf(date);
  return Number.isNaN(time) ? date : periodText(time, period);
}
