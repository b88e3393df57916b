import type { Point } from '../../inputs/data.ts';
import { drawable } from '../../chart/frame.ts';
import { dayText, short } from '../../chart/format.ts';
import { ruleAt } from '../../chart/pen.ts';
import { svg } from '../../text/markup.ts';
import type { Look } from '../../inputs/options.ts';
import { sourceLine } from '../../parts/links.ts';
import { sheetOf } from '../../chart/sheet.ts';
import { fonts, widestOf, wrapText, type Font } from '../../text/width.ts';
import { say } from '../../words/say.ts';
import { stackedRows, withoutPlot, type Picture } from '../widget.ts';
import type { ValuationData } from '../valuation-chart/data.ts';
import {
  emptyWords,
  kindOf,
  leftOutWords,
  subtitleOf,
  summaryOf,
  titleOf,
} from '../valuation-chart/words.ts';

/** Pixels: the height of a row with one line, of a further line, and of the text's base line in it. */
const ROW = 24;
const LINE = 15;
const BASE = 16;
/**
 * Between two columns: pixels, and a share of the width. With less than `MIN_SOURCES` pixels, sources are below the
 * values, and so are kinds without room.
 */
const GAP = 12;
const SHARE = 0.06;
const MIN_SOURCES = 110;
/** A picture without a height of its own has at most this many rows. */
const MAX_ROWS = 40;

const sourceText = ({ source }: Point) => (source ? sourceLine(source).text : say('Not given'));

/** The newest values as rows: day, value, kind and source. No text is cut. */
export function valuationTablePicture(data: ValuationData, look: Look, room: number): Picture {
  const sheet = sheetOf(room, look);
  const points = drawable(data.points).reverse();
  const texts = points.map((point) => ({
    day: dayText(point.date),
    amount: short(point.value, data.currency),
    sort: kindOf(point),
    source: sourceText(point),
  }));
  const gap = Math.max(GAP, room * SHARE);
  const widest = (title: string, of: string[], font: Font = fonts.label) =>
    Math.max(widestOf([title], fonts.label), widestOf(of, font));
  const days = texts.map(({ day }) => day);
  const amounts = texts.map(({ amount }) => amount);
  const sorts = texts.map(({ sort }) => sort);
  const value = widest(say('Date'), days) + gap + widest(say('Valuation'), amounts, fonts.strong);
  const kind = value + gap;
  const kindEnd = kind + widest(say('Kind'), sorts);
  const beside = kindEnd + gap;
  const isBelow = room - beside < MIN_SOURCES;
  const isKindBelow = kindEnd > room;
  const source = isBelow ? 0 : beside;
  const rows = texts.map((row) => {
    const words = isBelow ? `${say('Source')}: ${row.source}` : row.source;
    const lines = [...(isKindBelow ? [row.sort] : []), ...wrapText(words, room - source, fonts.label)];
    return { ...row, lines, height: ROW + (lines.length - (isBelow ? 0 : 1)) * LINE };
  });
  const rowView = ({ day, amount, sort, lines }: (typeof rows)[number], top: number) => {
    const ink = { className: 'ink', y: top + BASE };
    return svg`
      ${ruleAt(top, room)}
      ${sheet.text({ ...ink, x: 0 }, day)}
      ${sheet.text({ className: 'strong', x: value, y: top + BASE, ends: true }, amount)}
      ${isKindBelow ? undefined : sheet.text({ ...ink, x: kind }, sort)}
      ${lines.map((text, i) => sheet.text({ className: isBelow ? undefined : 'ink', x: source, y: top + BASE + (i + (isBelow ? 1 : 0)) * LINE }, text))}`;
  };
  const view = (height: number) => {
    const { parts, top, rest } = stackedRows(rows, { top: ROW, height, line: ROW }, rowView);
    const earlier = () => sheet.text({ x: 0, y: top + BASE }, say('and {rest} earlier', { rest }));
    if (rest > 0) parts.push(ruleAt(top, room), earlier());
    return svg`
      ${sheet.text({ x: 0, y: BASE }, say('Date'))}
      ${sheet.text({ x: value, y: BASE, ends: true }, say('Valuation'))}
      ${isKindBelow ? undefined : sheet.text({ x: kind, y: BASE }, say('Kind'))}
      ${isBelow ? undefined : sheet.text({ x: source, y: BASE }, say('Source'))}
      ${parts}`;
  };
  const needed = rows.slice(0, MAX_ROWS).reduce((sum, { height }) => sum + height, ROW);
  return {
    ...withoutPlot,
    title: titleOf(data),
    subtitle: subtitleOf(points.toReversed(), data.currency),
    summary: summaryOf(data, points.toReversed()),
    unit: data.currency,
    notes: leftOutWords(data),
    sources: [],
    empty: emptyWords(),
    ...(points.length > 0 && {
      body: { height: needed + (points.length > MAX_ROWS ? ROW : 0), view },
    }),
  };
}
