import { dayText, short, valueText } from '../../chart/format.ts';
import { svg } from '../../markup.ts';
import type { Look } from '../../options.ts';
import { sheetOf } from '../../chart/sheet.ts';
import { plainText } from '../../text.ts';
import { kindOf } from '../valuation-chart/words.ts';
import type { Picture } from '../widget.ts';
import { say } from '../../words/say.ts';
import type { CompanySummaryData } from './data.ts';
import { factsOf, figuresOf } from './words.ts';

/** Pixels: the height of the figures with the space below them, of a line of text, and of a fact. */
const FIGURES = 100;
const LINE = 20;
const FACT = 46;
/** Pixels of a character at 14 and at 12 pixels. */
const CHARACTER = 7.7;
const SMALL = 6.6;
const MOST_LINES = 4;

/** Breaks a text into at most `most` lines of `length` characters. The last one ends in … if words are left. */
function wrapped(text: string, length: number, most: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= length) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  const last = lines.slice(most - 1).join(' ');
  return [...lines.slice(0, most - 1), last]
    .filter((line) => line !== '')
    .map((line) => plainText(line, length));
}

/** The description, the figures and the facts, as far as there is room. */
export function summaryPicture(data: CompanySummaryData, look: Look, room: number): Picture {
  const sheet = sheetOf(room, look);
  const figures = figuresOf(data);
  const facts = factsOf(data);
  const lines = wrapped(plainText(data.description ?? '', 600), Math.floor(room / CHARACTER), MOST_LINES);
  const across = Math.max(1, Math.floor(room / 180));
  const column = room / across;
  const fit = (text: string, pixels = SMALL) =>
    plainText(text, Math.max(1, Math.floor((column - 12) / pixels)));
  const described = lines.length === 0 ? 0 : lines.length * LINE + 12;
  const numbers = figures.length === 0 ? 0 : FIGURES;
  const view = (height: number) => {
    // Figures come before a description where there is no room for both.
    const words = height - numbers < described ? [] : lines;
    const top = words.length === 0 ? 0 : described;
    const rows = Math.max(0, Math.floor((height - top - numbers) / FACT));
    return svg`
      ${words.map((line, i) => sheet.text({ className: 'subtitle ink', x: 0, y: 14 + i * LINE, isForeign: true }, line))}
      ${figures.slice(0, across).map(([label, figure], i) => {
        const x = i * column;
        const kind = kindOf(figure) + (figure.date === null ? '' : `, ${dayText(figure.date)}`);
        return svg`
          ${sheet.text({ x, y: top + 14 }, label)}
          ${sheet.text({ className: 'figure', x, y: top + 44 }, short(figure.value, data.currency))}
          ${sheet.text({ x, y: top + 64 }, fit(kind))}
          ${sheet.text({ x, y: top + 82 }, fit(figure.source?.title ?? say('Source not given')))}`;
      })}
      ${facts.slice(0, rows * across).map(([label, words], i) => {
        const [x, y] = [(i % across) * column, top + numbers + Math.floor(i / across) * FACT];
        return svg`
          ${sheet.text({ x, y: y + 14 }, label)}
          ${sheet.text({ className: 'subtitle ink', x, y: y + 33, isForeign: true }, fit(words.join(', '), CHARACTER))}`;
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
    body: { height: described + numbers + Math.ceil(facts.length / across) * FACT, view },
  };
}
