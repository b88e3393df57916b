import { dayText, short, valueText } from '../../chart/format.ts';
import { svg } from '../../markup.ts';
import type { Look } from '../../options.ts';
import { sheetOf } from '../../chart/sheet.ts';
import { plainText } from '../../text.ts';
import { fitText, fonts, widestOf, wrapText, type Font } from '../../width.ts';
import { kindOf } from '../valuation-chart/words.ts';
import type { Picture } from '../widget.ts';
import { say } from '../../words/say.ts';
import type { CompanySummaryData } from './data.ts';
import { factsOf, figuresOf } from './words.ts';

/** Pixels: the height of the figures with the space below them, of a line of text, and of a fact. */
const FIGURES = 100;
const LINE = 20;
const FACT = 46;
/** Pixels: the least width of a column, and the gap beside it. */
const COLUMN = 180;
const GAP = 12;
const MOST_LINES = 4;

/** Breaks a text into lines. The last one ends in … if words are left. */
function descriptionLines(text: string, width: number): string[] {
  const lines = wrapText(text, width, fonts.subtitle);
  if (lines.length <= MOST_LINES) return lines;
  const rest = lines.slice(MOST_LINES - 1).join(' ');
  return [...lines.slice(0, MOST_LINES - 1), fitText(rest, width, fonts.subtitle)];
}

/** The description, the figures and the facts, as far as there is room. */
export function summaryPicture(data: CompanySummaryData, look: Look, room: number): Picture {
  const sheet = sheetOf(room, look);
  const figures = figuresOf(data);
  const facts = factsOf(data);
  const lines = descriptionLines(plainText(data.description ?? '', 600), room);
  const amounts = figures.map(([, figure]) => short(figure.value, data.currency));
  const least = Math.max(COLUMN, widestOf(amounts, fonts.figure) + GAP);
  const across = Math.max(1, Math.floor(room / least));
  const column = room / across;
  const fit = (text: string, font: Font = fonts.label) => fitText(plainText(text), column - GAP, font);
  const described = lines.length === 0 ? 0 : lines.length * LINE + 12;
  const numbers = Math.ceil(figures.length / across) * FIGURES;
  const view = (height: number) => {
    // Figures come before a description where there is no room for both.
    const words = height - numbers < described ? [] : lines;
    const top = words.length === 0 ? 0 : described;
    const shown = Math.min(numbers, Math.max(1, Math.floor(height / FIGURES)) * FIGURES);
    const rows = Math.max(0, Math.floor((height - top - numbers) / FACT));
    return svg`
      ${words.map((line, i) => sheet.text({ className: 'subtitle ink', x: 0, y: 14 + i * LINE, isForeign: true }, line))}
      ${figures.slice(0, (shown / FIGURES) * across).map(([label, figure], i) => {
        const x = (i % across) * column;
        const y = top + Math.floor(i / across) * FIGURES;
        const kind = kindOf(figure) + (figure.date === null ? '' : `, ${dayText(figure.date)}`);
        return svg`
          ${sheet.text({ x, y: y + 14 }, label)}
          ${sheet.text({ className: 'figure', x, y: y + 44 }, amounts[i]!)}
          ${sheet.text({ x, y: y + 64 }, fit(kind))}
          ${sheet.text({ x, y: y + 82 }, fit(figure.source?.title ?? say('Source not given')))}`;
      })}
      ${facts.slice(0, rows * across).map(([label, words], i) => {
        const [x, y] = [(i % across) * column, top + numbers + Math.floor(i / across) * FACT];
        return svg`
          ${sheet.text({ x, y: y + 14 }, label)}
          ${sheet.text({ className: 'subtitle ink', x, y: y + 33, isForeign: true }, fit(words.join(', '), fonts.subtitle))}`;
      })}`;
  };
  const told = figures.map(([label, figure]) => `${label} ${valueText(figure, data.currency, 'estimate')}`);
  return {
    title: plainText(data.company.name, 80),
    subtitle: plainText(data.company.domain, 80),
    summary: [plainText(data.description ?? ''), ...told].filter((text) => text !== '').join(' '),
    unit: data.currency,
    frame: undefined,
    keys: [],
    lines: 0,
    notes: [],
    sources: [],
    empty: '',
    plot: () => [],
    body: { least: numbers, height: described + numbers + Math.ceil(facts.length / across) * FACT, view },
  };
}
