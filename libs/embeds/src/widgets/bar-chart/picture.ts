import { seriesColours } from '../../chart/colour.ts';
import { shortNumber } from '../../chart/pen.ts';
import { papersOf, shadeOf } from '../../chart/look.ts';
import { svg } from '../../text/markup.ts';
import type { Look } from '../../inputs/options.ts';
import { sheetOf } from '../../chart/sheet.ts';
import { plainText } from '../../text/text.ts';
import { fonts, widestOf, wrapText } from '../../text/width.ts';
import { say } from '../../words/say.ts';
import { stackedRows, withoutPlot, type Picture } from '../widget.ts';
import {
  barColours,
  barDay,
  barScale,
  barSummary,
  hiddenBars,
  leftOutWords,
  shownBars,
  titleOf,
  unitWords,
  isEstimate,
  valueWords,
  type BarChartData,
} from './data.ts';

/** Pixels: a line of text, a bar, the space around the lines of a row, and the gap between columns. */
const LINE = 17;
const BAR = 16;
const AROUND = 10;
const GAP = 12;
/** Pixels: the square of a key with its margin, and the space between keys. */
const KEY = 18;
const BETWEEN_KEYS = 22;

/** Bars with their names and values as rows. No text is cut. */
export function barPicture(data: BarChartData, look: Look, room: number): Picture {
  const sheet = sheetOf(room, look);
  const bars = shownBars(data);
  const { unit, columns } = data;
  const [papers, shade] = [papersOf(look), shadeOf(look)];
  const several = columns.length > 1;
  const hidden = hiddenBars(data);
  const labels = bars.map((bar) => {
    const label = plainText(bar.label);
    return bar.date === null ? label : `${sheet.before(label)}, ${barDay(bar.date, bar)}`;
  });
  const left = Math.min(widestOf(labels, fonts.label), room * 0.38);
  const values = bars.flatMap((bar) => bar.values.map((_, i) => valueWords(bar, i, unit)));
  const right = widestOf(values, fonts.strong);
  const across = room - left - right - 2 * GAP;
  const scale = barScale(bars);
  const rows = bars.map((bar, i) => {
    const lines = wrapText(labels[i]!, left, fonts.label);
    return { bar, lines, height: Math.max(lines.length * LINE, bar.values.length * (BAR + 2)) + AROUND };
  });
  const { keys, lines: keyLines } = keysOf(several ? columns : [], room);
  const key = several ? keyLines * LINE + AROUND : 0;
  const keyView = keys.map(
    ({ x, y, lines }, i) =>
      svg`<rect x=${sheet.left(x, 12)} y=${y + 2} width="12" height="12" fill=${seriesColours(i, null, papers)[shade]} />
        ${lines.map((text, k) => sheet.text({ className: 'ink', x: x + 18, y: y + 13 + k * LINE }, text))}`,
  );
  const rowView = ({ bar, lines, height }: (typeof rows)[number], top: number) => {
    const first = top + (height - lines.length * LINE) / 2 + 13;
    const y = (i: number) => top + (height - bar.values.length * (BAR + 2)) / 2 + i * (BAR + 2);
    return svg`${lines.map((text, i) => sheet.text({ className: 'ink', x: 0, y: first + i * LINE }, text))}
      ${bar.values.map((value, i) => {
        const { x, width } = scale(value ?? 0);
        const colour = barColours(bar, i, papers)[shade];
        const estimate = isEstimate(bar, i);
        return svg`${value === null || value === 0 ? undefined : svg`<rect class=${estimate ? 'column estimate' : undefined} x=${shortNumber(sheet.left(left + GAP + (x / 100) * across, (width / 100) * across))} y=${shortNumber(y(i))} width=${shortNumber((width / 100) * across)} height=${BAR} color=${estimate ? colour : undefined} fill=${estimate ? undefined : colour} />`}
          ${sheet.text({ className: 'strong', x: room, y: y(i) + 12.5, ends: true }, valueWords(bar, i, unit))}`;
      })}`;
  };
  const needed = rows.reduce((sum, { height }) => sum + height, key + (hidden > 0 ? LINE : 0));
  const view = (height: number) => {
    const { parts, top, rest } = stackedRows(rows, { top: key, height, line: LINE, hidden }, rowView);
    if (rest > 0) parts.push(sheet.text({ x: 0, y: top + LINE }, say('and {rest} more', { rest })));
    const zero = shortNumber(sheet.left(left + GAP + (scale(0).zero / 100) * across));
    parts.push(svg`<line class="zero" x1=${zero} x2=${zero} y1=${key} y2=${shortNumber(top)} />`);
    return [...keyView, ...parts];
  };
  return {
    ...withoutPlot,
    title: titleOf(data),
    subtitle: unitWords(data),
    summary: barSummary(data),
    unit,
    notes: leftOutWords(data),
    sources: bars.map(({ source }) => source),
    empty: say('There are no values to show.'),
    ...(bars.length > 0 && { body: { height: needed, least: needed, view } }),
  };
}

/** Returns the places of the keys of columns: beside each other while there is room, each with the lines of its name. */
function keysOf(columns: readonly string[], room: number) {
  let [x, line] = [0, 0];
  const keys = columns.map((name) => {
    const lines = wrapText(plainText(name), room - KEY, fonts.label);
    const width = KEY + widestOf(lines, fonts.label);
    if (x > 0 && x + width > room) [x, line] = [0, line + 1];
    const key = { x, y: line * LINE, lines };
    x += width + BETWEEN_KEYS;
    // Only a key without another beside it has several lines.
    line += Math.max(0, lines.length - 1);
    return key;
  });
  return { keys, lines: line + 1 };
}
