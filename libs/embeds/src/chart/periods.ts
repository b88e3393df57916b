export const DAY = 86_400_000;

/** The greatest number of column slots. With more, columns would be hairlines. */
const MOST_PLACES = 60;

/**
 * What the times represent: years if each is a 31 December, months if each is the last day of a month, otherwise
 * moments. A period is labelled at its end, where its value is drawn.
 */
export type Period = 'year' | 'month' | 'moment';

export function periodOf(times: readonly number[]): Period {
  const next = times.map((time) => new Date(time + DAY));
  if (times.length < 2 || next.some((day) => day.getUTCDate() !== 1)) return 'moment';
  return next.every((day) => day.getUTCMonth() === 0) ? 'year' : 'month';
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
  if (!dayOf || !isPeriod || !(count <= MOST_PLACES)) return [...times];
  return Array.from({ length: count }, (_, i) => dayOf(months[0]! + i * step));
}
