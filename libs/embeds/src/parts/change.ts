import { html, nothing } from 'lit';
import { timeOf } from '../chart/format.ts';
import type { Value } from '../chart/frame.ts';
import { perLocale } from '../words/say.ts';

const formats = perLocale(
  (locale, _: 'percent') =>
    new Intl.NumberFormat(locale === 'ar' ? 'ar-u-nu-latn' : locale, {
      style: 'percent',
      maximumSignificantDigits: 3,
      signDisplay: 'exceptZero',
    }),
);

/** Returns the last value up to a day. `points` are in order of time. */
const asOfDay = <V extends Value>(points: readonly V[], day: string): V | undefined =>
  points.findLast(({ date }) => date <= day);

/** Returns the day a year before, `YYYY-MM-DD`. The day before a leap day is the last of February. */
function yearBefore(day: string): string {
  const before = new Date(timeOf(day));
  const month = before.getUTCMonth();
  before.setUTCFullYear(before.getUTCFullYear() - 1);
  if (before.getUTCMonth() !== month) before.setUTCDate(0);
  return before.toISOString().slice(0, 10);
}

/** Returns the change of the value in the year up to a day, as a share of it; undefined if either value is unknown. */
export function yearlyChange(points: readonly Value[], day: string): number | undefined {
  if (Number.isNaN(timeOf(day))) return undefined;
  const [before, now] = [asOfDay(points, yearBefore(day)), asOfDay(points, day)];
  return before && now && before.value > 0 ? now.value / before.value - 1 : undefined;
}

/** Returns a change as `+74%`. */
export const changeText = (change: number) => formats('percent').format(change).replace('-', '\u2212');

/** Writes a change with an arrow for readers who do not see its colour. */
export function changeView(change: number | undefined) {
  if (change === undefined) return nothing;
  const [name, arrow] = change > 0 ? ['up', '▲'] : change < 0 ? ['down', '▼'] : ['same', ''];
  return html`<span class=${name}
    >${arrow && html`<span aria-hidden="true">${arrow}</span> `}${changeText(change)}</span
  >`;
}
