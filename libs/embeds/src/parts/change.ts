import { dateText, dayText, timeOf } from '../chart/format.ts';
import type { Value } from '../chart/frame.ts';
import { html, type Markup } from '../text/markup.ts';
import { perLocale, say } from '../words/say.ts';

const formats = perLocale(
  (locale, _: 'percent') =>
    new Intl.NumberFormat(locale === 'ar' ? 'ar-u-nu-latn' : locale, {
      style: 'percent',
      maximumSignificantDigits: 3,
      signDisplay: 'exceptZero',
    }),
);

/** The change of the last value on the value of an earlier day: a share of that value, and its day and kind in words. */
export type Change = { share: number; text: string; before: string };

/**
 * Returns the change of the last value on the previous one. Returns undefined without a previous value, or if it is not
 * above zero. `points` are in order of time.
 */
export function changeOf(points: readonly Value[]): Change | undefined {
  const last = points.at(-1);
  const previous = points.findLast(({ date }) => last && date < last.date);
  if (!last || !previous || previous.value <= 0) return undefined;
  const share = last.value / previous.value - 1;
  const months = [previous, last].map(({ date }) => dateText(timeOf(date), 'month'));
  const day = months[0] === months[1] ? dayText(previous.date) : months[0]!;
  return {
    share,
    text: formats('percent').format(share).replace('-', '\u2212'),
    before: previous.estimate ? `${day} (${say('est.')})` : day,
  };
}

/** Writes a change as `+74%`, with an arrow for readers who do not see its colour. */
export function changeView({ share, text }: Change): Markup {
  const [name, arrow] = share > 0 ? ['up', '▲'] : share < 0 ? ['down', '▼'] : ['same', ''];
  return html`<span class=${name}>${arrow && html`<span aria-hidden="true">${arrow}</span> `}${text}</span>`;
}
