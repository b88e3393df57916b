export const DAY = 86_400_000;

/** No chart has more places for columns: they would be hairlines. */
const MOST_PLACES = 60;

/**
 * What the times stand for: whole years when each is a 31 December, whole months when each is the last day of
 * one, or moments. A period is labelled at its end, where its value stands.
 */
export type Period = 'year' | 'month' | 'moment';

export function periodOf(times: readonly number[]): Period {
  const next = times.map((time) => new Date(time + DAY));
  if (times.length < 2 || next.some((day) => day.getUTCDate() !== 1)) return 'moment';
  return next.every((day) => day.getUTCMonth() === 0) ? 'year' : 'month';
}

/** Months since January of the year 0, and the midnight at which one of them begins. */
export const monthOf = (time: number) => new Date(time).getUTCFullYear() * 12 + new Date(time).getUTCMonth();
export const monthStart = (month: number) =>
  new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, 1);

const lastDay = (month: number) => monthStart(month + 1) - DAY;

/** The day of a month for each of the times, where they have one in common: the last, or one with the same number. */
function commonDay(times: readonly number[]): ((month: number) => number) | undefined {
  if (times.every((time) => time === lastDay(monthOf(time)))) return lastDay;
  const day = new Date(times[0]!).getUTCDate();
  if (times.some((time) => new Date(time).getUTCDate() !== day)) return undefined;
  return (month) => Math.min(monthStart(month) + (day - 1) * DAY, lastDay(month));
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));

/**
 * The days at which columns have their places, from the days that have values, in order. Where these are days of
 * equal periods, the periods without a value have places too, so that a gap is seen. Where they are not, nobody can
 * tell what is missing, and each day stands beside the next.
 */
export function placesOf(times: readonly number[]): number[] {
  const months = times.map(monthOf);
  const steps = months.slice(1).map((month, i) => month - months[i]!);
  const step = steps.reduce(commonDivisor, 0);
  const dayOf = commonDay(times);
  // Years and the months of the last one so far have no period in common, though their months have.
  const isPeriod = steps.includes(step) || step % 12 === 0;
  const count = (months.at(-1)! - months[0]!) / step + 1;
  if (!dayOf || !isPeriod || !(count <= MOST_PLACES)) return [...times];
  return Array.from({ length: count }, (_, i) => dayOf(months[0]! + i * step));
}
