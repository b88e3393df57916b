import { dayText, short, valueText } from '../../chart/format.ts';
import { svg, type Markup } from '../../text/markup.ts';
import type { Look } from '../../inputs/options.ts';
import { sourceLine } from '../../parts/links.ts';
import { sheetOf } from '../../chart/sheet.ts';
import { namesText, plainText } from '../../text/text.ts';
import { fitText, fonts, widestOf, wrapText, type Font } from '../../text/width.ts';
import { kindOf } from '../valuation-chart/words.ts';
import { withoutPlot, type Picture } from '../widget.ts';
import { say } from '../../words/say.ts';
import type { CompanySummaryData } from './data.ts';
import { factsOf, figuresOf } from './words.ts';

/** Height of a figure with one line below its amount, in pixels. */
const FIGURE = 82;
/** Height of each further line. */
const FIGURE_LINE = 18;
/** Height of a fact with one line below its label. */
const FACT = 46;
/** Height of each further line, and of a line of the description. */
const LINE = 20;
/** Pixels: the least width of a column, the gap beside it, and what is below the description. */
const COLUMN = 180;
const GAP = 12;
const BELOW = 12;
/** The most characters of a fact, such as the names of founders. */
const MAX_FACT = 300;

/** Returns the first lines of a text, at most so many. The last one ends in … if words are left. */
function beginningOf(lines: string[], most: number, width: number): string[] {
  if (lines.length <= most) return lines;
  const rest = lines.slice(most - 1).join(' ');
  return most < 1 ? [] : [...lines.slice(0, most - 1), fitText(rest, width, fonts.subtitle)];
}

type Cell = { height: number; view: (x: number, y: number) => Markup };

/** Arranges cells in rows, each as high as its highest cell. */
function rowsOf(cells: readonly Cell[], across: number) {
  const rows = Array.from({ length: Math.ceil(cells.length / across) }, (_, i) =>
    cells.slice(i * across, (i + 1) * across),
  );
  return rows.map((row) => ({ row, height: Math.max(...row.map(({ height }) => height)) }));
}

const heightOf = (rows: readonly { height: number }[]) => rows.reduce((sum, { height }) => sum + height, 0);

/** Draws the description, the figures and the facts, as far as there is room. Names, days, kinds and sources are never cut. */
export function summaryPicture(data: CompanySummaryData, look: Look, room: number): Picture {
  const sheet = sheetOf(room, look);
  const figures = figuresOf(data);
  const lines = wrapText(plainText(data.description ?? '', 600), room, fonts.subtitle);
  const amounts = figures.map(([, figure]) => short(figure.value, data.currency));
  const least = Math.max(COLUMN, widestOf(amounts, fonts.figure) + GAP);
  const across = Math.max(1, Math.floor(room / least));
  const column = room / across;
  const wrap = (text: string, font: Font = fonts.label) => wrapText(text, column - GAP, font);
  const figureCell = ([label, figure]: (typeof figures)[number], i: number): Cell => {
    const kind = kindOf(figure) + (figure.date === null ? '' : `, ${dayText(figure.date)}`);
    const source = figure.source ? sourceLine(figure.source).text : say('Source not given');
    const below = [kind, source].flatMap((text) => wrap(text));
    return {
      height: FIGURE + below.length * FIGURE_LINE - FIGURE_LINE,
      view: (x, y) => svg`${sheet.text({ x, y: y + 14 }, label)}
        ${sheet.text({ className: 'figure', x, y: y + 44 }, amounts[i]!)}
        ${below.map((text, k) => sheet.text({ x, y: y + 64 + k * FIGURE_LINE }, text))}`,
    };
  };
  const factCell = ([label, words]: ReturnType<typeof factsOf>[number]): Cell => {
    const more = (rest: number) => say('and {rest} more', { rest });
    const own = wrap(namesText(words, MAX_FACT, more), fonts.subtitle);
    const at = { className: 'subtitle ink', isForeign: true };
    return {
      height: FACT + (own.length - 1) * LINE,
      view: (x, y) => svg`${sheet.text({ x, y: y + 14 }, label)}
        ${own.map((text, k) => sheet.text({ ...at, x, y: y + 33 + k * LINE }, text))}`,
    };
  };
  const numbers = rowsOf(figures.map(figureCell), across);
  const facts = rowsOf(factsOf(data).map(factCell), across);
  const rows = [...numbers, ...facts];
  const needed = heightOf(numbers);
  const described = (count: number) => (count === 0 ? 0 : count * LINE + BELOW);
  const view = (height: number) => {
    // Figures come before a description where there is no room for both.
    const words = beginningOf(lines, Math.floor((height - needed - BELOW) / LINE), room);
    let top = described(words.length);
    const parts = words.map((line, i) =>
      sheet.text({ className: 'subtitle ink', x: 0, y: 14 + i * LINE, isForeign: true }, line),
    );
    for (const [i, { row, height: high }] of rows.entries()) {
      if (i > 0 && top + high > height) break;
      parts.push(...row.map((cell, k) => cell.view(k * column, top)));
      top += high;
    }
    return parts;
  };
  const valueTexts = figures.map(
    ([label, figure]) => `${label} ${valueText(figure, data.currency, 'estimate')}`,
  );
  return {
    ...withoutPlot,
    title: plainText(data.company.name),
    subtitle: plainText(data.company.domain),
    summary: [plainText(data.description ?? ''), ...valueTexts].filter((text) => text !== '').join(' '),
    unit: data.currency,
    notes: [],
    sources: [],
    empty: '',
    body: { least: needed, height: described(lines.length) + heightOf(rows), view },
  };
}
