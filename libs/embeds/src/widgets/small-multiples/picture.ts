import type { Point } from '../../inputs/data.ts';
import { dateText, dayText, short } from '../../chart/format.ts';
import { movedView, ruleAt } from '../../chart/pen.ts';
import { svg, type Markup } from '../../text/markup.ts';
import type { Look } from '../../inputs/options.ts';
import { scaleOf, sparkMarks } from '../../parts/spark.ts';
import { sheetOf } from '../../chart/sheet.ts';
import { plainText } from '../../text/text.ts';
import { fonts, widestOf, wrapText } from '../../text/width.ts';
import { say } from '../../words/say.ts';
import { withoutPlot, type Picture } from '../widget.ts';
import { comparedOf, type Compared, type ComparisonData } from './data.ts';
import { sharedSpan } from './panels.ts';
import { leftOutWords, lineWords, rangeWords } from './words.ts';

/** Pixels: the least width of a panel, the gaps between panels, and the heights of a panel's parts. */
const MIN_PANEL = 148;
const GAP = 28;
const TEXTS = 76;
const LINE = 72;
/** What a line's last dot needs, as on the page. */
const AROUND = 4;
const MIN_LINE = 28;
const YEARS = 20;
const BELOW = 16;
const NAME_LINE = 17;
const SINCE_LINE = 15;

/** What several companies were worth, each in a panel of its own on one scale. */
export function multiplesPicture(data: ComparisonData, look: Look, room: number): Picture {
  const compared = comparedOf(data);
  const known = compared.filter(({ points }) => points.length > 0);
  const amountOf = ({ value }: Point) => short(value, data.currency);
  const amounts = known.map(({ points }) => amountOf(points.at(-1)!));
  const least = Math.max(MIN_PANEL, widestOf(amounts, fonts.title));
  const across = Math.max(1, Math.min(compared.length, Math.floor((room + GAP) / (least + GAP))));
  const column = (room - GAP * (across - 1)) / across;
  const sheet = sheetOf(column, look);
  const span = known.length > 0 ? sharedSpan(known, data.asOf) : undefined;
  const namesOf = ({ company }: Compared) => wrapText(plainText(company.name), column, fonts.value);
  const sinceOf = (last: Point) =>
    wrapText(
      `${say('since {day}', { day: dayText(last.date) })}${last.estimate ? `, ${say('estimate')}` : ''}`,
      column,
      fonts.label,
    );
  // All panels have the room of the longest texts, so that their lines stand on one level.
  const mostNames = Math.max(1, ...compared.map((one) => namesOf(one).length));
  const mostSince = Math.max(1, ...known.map(({ points }) => sinceOf(points.at(-1)!).length));
  const texts = TEXTS + (mostNames - 1) * NAME_LINE + (mostSince - 1) * SINCE_LINE;

  function panelView(one: Compared, line: number): Markup {
    const { points } = one;
    const last = points.at(-1);
    const name = namesOf(one).map((text, i) =>
      sheet.text({ className: 'subtitle strong', x: 0, y: 14 + i * NAME_LINE }, text),
    );
    const under = (mostNames - 1) * NAME_LINE;
    if (!last || !span)
      return svg`${name}${wrapText(say('No valuation is known.'), column, fonts.label).map((text, i) => sheet.text({ x: 0, y: under + 36 + i * SINCE_LINE }, text))}`;
    // A low panel has room for the top of the scale only.
    const scale = scaleOf(span, data.currency);
    const [from, to] = span.times.map((time) => dateText(time, 'year'));
    return svg`${name}
      ${sheet.text({ className: 'amount', x: 0, y: under + 36 }, amountOf(last))}
      ${sinceOf(last).map((text, i) => sheet.text({ x: 0, y: under + 53 + i * SINCE_LINE }, text))}
      ${ruleAt(texts + line, column, 'zero')}
      ${movedView(AROUND, texts + AROUND, sparkMarks(points, span, { pen: { width: column - 2 * AROUND, height: line - 2 * AROUND }, scale: line < LINE ? scale.slice(0, 1) : scale }))}
      <text x="0" y=${texts + line + 15}>${from}</text>
      <text x=${column} y=${texts + line + 15} text-anchor="end">${to}</text>`;
  }

  const rows = Math.ceil(compared.length / across);
  const around = texts + YEARS + BELOW;
  const view = (height: number) => {
    const shownRows = Math.max(1, Math.min(rows, Math.floor((height + BELOW) / (around + MIN_LINE))));
    const line = Math.max(MIN_LINE, Math.min(LINE * 2, (height + BELOW) / shownRows - around));
    const places = shownRows * across;
    const shown = compared.length > places ? compared.slice(0, Math.max(1, places - 1)) : compared;
    const whole = sheetOf(room, look);
    const panels = shown.map((one) => panelView(one, line));
    const rest = compared.length - shown.length;
    if (rest > 0) panels.push(sheet.text({ x: 0, y: 14 }, say('and {rest} more', { rest })));
    return panels.map((panel, i) =>
      movedView(
        whole.left((i % across) * (column + GAP), column),
        Math.floor(i / across) * (around + line),
        panel,
      ),
    );
  };
  return {
    ...withoutPlot,
    title: say('Valuations compared'),
    subtitle: known.length === 0 ? '' : `${rangeWords(known, data.currency)}. ${say('All on one scale')}.`,
    summary:
      known.length === 0
        ? say('No company has a value.')
        : known.map((one) => lineWords(one, data.currency)).join(' '),
    unit: data.currency,
    notes: leftOutWords(data),
    sources: known.flatMap(({ points }) => points.map(({ source }) => source)).reverse(),
    empty: say('No company has a value.'),
    ...(known.length > 0 && {
      body: { height: rows * (around + LINE) - BELOW, least: rows * (around + MIN_LINE) - BELOW, view },
    }),
  };
}
