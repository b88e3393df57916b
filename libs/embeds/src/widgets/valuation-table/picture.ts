import { drawable } from '../../chart/frame.ts';
import { dayText, short } from '../../chart/format.ts';
import { ruleAt } from '../../chart/pen.ts';
import { svg } from '../../markup.ts';
import { plainText } from '../../text.ts';
import { say } from '../../words/say.ts';
import type { Picture } from '../widget.ts';
import type { ValuationData } from '../valuation-chart/data.ts';
import {
  emptyWords,
  kindOf,
  leftOutWords,
  subtitleOf,
  summaryOf,
  titleOf,
} from '../valuation-chart/words.ts';

/** Pixels: the height of a row, and of the text's base line in it. */
const ROW = 24;
const BASE = 16;
/** Pixels of a source's character. */
const CHARACTER = 6.6;
/** A picture without a height of its own has at most this many rows. */
const MOST_ROWS = 40;

/** The newest values as rows: day, value, kind and source. */
export function valuationTablePicture(data: ValuationData, _look: unknown, room: number): Picture {
  const points = drawable(data.points).reverse();
  const [value, kind, source] = [room * 0.38, room * 0.43, room * 0.6];
  const sourceLength = Math.floor((room - source) / CHARACTER);
  const rows = (count: number) => {
    const shown = points.length > count ? points.slice(0, Math.max(0, count - 1)) : points;
    return svg`
      <text x="0" y=${BASE}>${say('Date')}</text>
      <text x=${value} y=${BASE} text-anchor="end">${say('Valuation')}</text>
      <text x=${kind} y=${BASE}>${say('Kind')}</text>
      <text x=${source} y=${BASE}>${say('Source')}</text>
      ${shown.map((point, i) => {
        const y = (i + 1) * ROW;
        return svg`
          ${ruleAt(y, room)}
          <text class="ink" x="0" y=${y + BASE}>${dayText(point.date)}</text>
          <text class="strong" x=${value} y=${y + BASE} text-anchor="end">${short(point.value, data.currency)}</text>
          <text class="ink" x=${kind} y=${y + BASE}>${kindOf(point)}</text>
          <text class="ink" x=${source} y=${y + BASE}>${
            point.source ? plainText(point.source.title || point.source.url, sourceLength) : say('Not given')
          }</text>`;
      })}
      ${
        shown.length < points.length
          ? svg`${ruleAt((shown.length + 1) * ROW, room)}
            <text x="0" y=${(shown.length + 1) * ROW + BASE}>${say('and {rest} earlier', { rest: points.length - shown.length })}</text>`
          : []
      }`;
  };
  return {
    title: titleOf(data),
    subtitle: subtitleOf(points.toReversed(), data.currency),
    summary: summaryOf(data, points.toReversed()),
    unit: data.currency,
    frame: undefined,
    keys: [],
    lines: 0,
    notes: leftOutWords(data),
    sources: [],
    empty: emptyWords(),
    plot: () => [],
    ...(points.length > 0 && {
      body: {
        height: (Math.min(points.length, MOST_ROWS) + 1) * ROW,
        view: (height: number) => rows(Math.max(1, Math.floor(height / ROW) - 1)),
      },
    }),
  };
}
