import { dayText, short } from '../../chart/format.ts';
import { movedView } from '../../chart/pen.ts';
import { svg } from '../../text/markup.ts';
import type { Look } from '../../inputs/options.ts';
import { changeOf } from '../../parts/change.ts';
import { sparkMarks, spanOf } from '../../parts/spark.ts';
import { sheetOf } from '../../chart/sheet.ts';
import { plainText } from '../../text/text.ts';
import { fonts, wrapText } from '../../text/width.ts';
import { say } from '../../words/say.ts';
import { knownPoints, type ValuationData } from '../valuation-chart/data.ts';
import { emptyWords, kindWithin, leftOutWords, summaryOf, titleOf } from '../valuation-chart/words.ts';
import { withoutPlot, type Picture } from '../widget.ts';

/** Pixels: the texts above the line, what the line extends beyond its box, and the line's own height. */
const TEXTS = 68;
const LINE_HEIGHT = 18;
const BEYOND = 6;
const LINE = 120;

/** The latest value with its day, and the values before it as a line without axes: the picture of cards and sparklines. */
export function cardPicture(data: ValuationData, look: Look, room: number): Picture {
  const sheet = sheetOf(room, look);
  const { company, currency, asOf } = data;
  const points = knownPoints(data);
  const last = points.at(-1);
  const change = changeOf(points);
  const since = last && `${say('since {day}', { day: dayText(last.date) })}, ${kindWithin(last)}`;
  const grown = change && `${change.text} ${say('on the previous valuation, {day}', { day: change.before })}`;
  const origins = [since, grown].flatMap((text) => (text ? wrapText(text, room, fonts.label) : []));
  const texts = TEXTS + (origins.length - 1) * LINE_HEIGHT;
  const view = (height: number) =>
    last &&
    svg`
      ${sheet.text({ className: 'figure', x: 0, y: 26 }, short(last.value, currency))}
      ${origins.map((text, i) => sheet.text({ x: 0, y: 50 + i * LINE_HEIGHT }, text))}
      ${movedView(BEYOND, texts, sparkMarks(points, spanOf([points], asOf), { pen: { width: room - 2 * BEYOND, height: Math.max(1, height - texts - BEYOND) } }))}`;
  return {
    ...withoutPlot,
    title: titleOf(data),
    subtitle: plainText(company.domain),
    summary: summaryOf(data, points),
    unit: currency,
    notes: leftOutWords(data),
    sources: last ? [last.source] : [],
    empty: emptyWords(),
    ...(last && { body: { height: texts + LINE + BEYOND, view: (height: number) => view(height) ?? [] } }),
  };
}
