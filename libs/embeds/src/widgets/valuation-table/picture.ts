import { drawable } from '../../chart/frame.ts';
import { dayText, short } from '../../chart/format.ts';
import { ruleAt } from '../../chart/pen.ts';
import { svg } from '../../markup.ts';
import type { Look } from '../../options.ts';
import { sheetOf } from '../../chart/sheet.ts';
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
export function valuationTablePicture(data: ValuationData, look: Look, room: number): Picture {
  const sheet = sheetOf(room, look);
  const points = drawable(data.points).reverse();
  const [value, kind, source] = [room * 0.38, room * 0.43, room * 0.6];
  const sourceLength = Math.floor((room - source) / CHARACTER);
  const rows = (count: number) => {
    const shown = points.length > count ? points.slice(0, Math.max(0, count - 1)) : points;
    return svg`
      ${sheet.text({ x: 0, y: BASE }, say('Date'))}
      ${sheet.text({ x: value, y: BASE, ends: true }, say('Valuation'))}
      ${sheet.text({ x: kind, y: BASE }, say('Kind'))}
      ${sheet.text({ x: source, y: BASE }, say('Source'))}
      ${shown.map((point, i) => {
        const y = (i + 1) * ROW;
        const ink = { className: 'ink', y: y + BASE };
        return svg`
          ${ruleAt(y, room)}
          ${sheet.text({ ...ink, x: 0 }, dayText(point.date))}
          ${sheet.text({ className: 'strong', x: value, y: y + BASE, ends: true }, short(point.value, data.currency))}
          ${sheet.text({ ...ink, x: kind }, kindOf(point))}
          ${sheet.text({ ...ink, x: source }, point.source ? plainText(point.source.title || point.source.url, sourceLength) : say('Not given'))}`;
      })}
      ${
        shown.length < points.length
          ? svg`${ruleAt((shown.length + 1) * ROW, room)}
            ${sheet.text({ x: 0, y: (shown.length + 1) * ROW + BASE }, say('and {rest} earlier', { rest: points.length - shown.length }))}`
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
