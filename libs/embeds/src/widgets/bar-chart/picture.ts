import { dayText } from '../../chart/format.ts';
import { shortNumber } from '../../chart/pen.ts';
import { papersOf, shadeOf } from '../../look.ts';
import { svg, type Markup } from '../../markup.ts';
import type { Look } from '../../options.ts';
import { plainText, wrapText } from '../../text.ts';
import { say } from '../../words/say.ts';
import { withoutPlot, type Picture } from '../widget.ts';
import {
  barColours,
  barScale,
  barSummary,
  leftOutWords,
  shownBars,
  titleOf,
  unitWords,
  valueWords,
  type BarChartData,
} from './data.ts';

/** Pixels: a line of text, a bar, the space around the lines of a row, the gap between columns, and a character. */
const LINE = 17;
const BAR = 16;
const AROUND = 10;
const GAP = 12;
const CHARACTER = 6.8;
const BOLD = 7.6;

/** Bars with their names and values as rows. No text is cut. */
export function barPicture(data: BarChartData, look: Look, room: number): Picture {
  const bars = shownBars(data);
  const { unit, columns } = data;
  const [papers, shade] = [papersOf(look), shadeOf(look)];
  const several = columns.length > 1;
  const labels = bars.map(({ label, date }) =>
    date === null ? plainText(label, 120) : `${plainText(label, 120)}, ${dayText(date)}`,
  );
  const longest = Math.max(0, ...labels.map((text) => text.length)) * CHARACTER;
  const left = Math.min(longest, room * 0.38);
  const right =
    Math.max(0, ...bars.flatMap(({ values }) => values.map((value) => valueWords(value, unit).length))) *
    BOLD;
  const across = room - left - right - 2 * GAP;
  const scale = barScale(bars);
  const rows = bars.map((bar, i) => {
    const lines = wrapText(labels[i]!, Math.ceil(left / CHARACTER));
    return { bar, lines, height: Math.max(lines.length * LINE, bar.values.length * (BAR + 2)) + AROUND };
  });
  const key = several ? LINE + AROUND : 0;
  const keyView = () => {
    let x = 0;
    return columns.map((name, i) => {
      const at = x;
      const text = plainText(name, 60);
      x += text.length * CHARACTER + 40;
      return svg`<rect x=${at} y="2" width="12" height="12" fill=${barColours({ ...bars[0]!, quiet: false }, i, papers)[shade]} />
        <text class="ink" x=${at + 18} y="13">${text}</text>`;
    });
  };
  const rowView = ({ bar, lines, height }: (typeof rows)[number], top: number) => {
    const first = top + (height - lines.length * LINE) / 2 + 13;
    const y = (i: number) => top + (height - bar.values.length * (BAR + 2)) / 2 + i * (BAR + 2);
    return svg`${lines.map((text, i) => svg`<text class="ink" x="0" y=${shortNumber(first + i * LINE)}>${text}</text>`)}
      ${bar.values.map((value, i) => {
        const { x, width } = scale(value ?? 0);
        return svg`${value === null ? undefined : svg`<rect x=${shortNumber(left + GAP + (x / 100) * across)} y=${shortNumber(y(i))} width=${shortNumber((width / 100) * across)} height=${BAR} fill=${barColours(bar, i, papers)[shade]} />`}
          <text class="strong" x=${room} y=${shortNumber(y(i) + 12.5)} text-anchor="end">${valueWords(value, unit)}</text>`;
      })}`;
  };
  const view = (height: number) => {
    let top = key;
    const parts: Markup[] = several ? keyView() : [];
    for (const [i, row] of rows.entries()) {
      const after = i === rows.length - 1 ? 0 : LINE;
      if (i > 0 && top + row.height + after > height) {
        parts.push(
          svg`<text x="0" y=${top + LINE}>${say('and {rest} more', { rest: rows.length - i })}</text>`,
        );
        break;
      }
      parts.push(rowView(row, top));
      top += row.height;
    }
    const zero = shortNumber(left + GAP + (scale(0).zero / 100) * across);
    parts.push(svg`<line class="zero" x1=${zero} x2=${zero} y1=${key} y2=${shortNumber(top)} />`);
    return parts;
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
    ...(bars.length > 0 && { body: { height: rows.reduce((sum, { height }) => sum + height, key), view } }),
  };
}
