import { plainText } from '../../text/text.ts';
import type { CompanySummaryData } from './data.ts';
import { factsOf, figuresOf } from './words.ts';

/** Pixels: the title with what is above it, a line of the description, the notes, and the padding around. */
const HEAD = 80;
const LINE = 22;
const NOTES = 70;
const PADDING = 32;
/** Pixels: a row of figures with its share of the rules around, a row of facts without its lines, and a fact's line. */
const FIGURES = 112;
const AROUND = 46;
const FACT = 34;
const FACT_LINE = 22;
/** Pixels of a character, and the least width of a column with the gap beside it. */
const CHARACTER = 8.4;
const COLUMN = 148;
const MAX_DESCRIPTION = 600;

/** Returns the pixels of height that the summary needs in a frame of this width. */
export function summaryHeight(data: CompanySummaryData, width: number): number {
  const room = width - PADDING;
  const across = Math.max(1, Math.floor((room + 20) / COLUMN));
  const lines = (text: string, pixels: number) => Math.ceil((text.length * CHARACTER) / pixels);
  const description = plainText(data.description ?? '', MAX_DESCRIPTION);
  const figures = figuresOf(data).length;
  const facts = factsOf(data).map(([, words]) => Math.max(1, lines(words.join(', '), room / across - 20)));
  const rows = Array.from({ length: Math.ceil(facts.length / across) }, (_, i) =>
    Math.max(...facts.slice(i * across, (i + 1) * across)),
  );
  return (
    HEAD +
    (description === '' ? 0 : 8 + lines(description, Math.min(room, 560)) * LINE) +
    (figures === 0 ? 0 : AROUND + Math.ceil(figures / across) * FIGURES) +
    rows.reduce((sum, count) => sum + FACT + count * FACT_LINE, 0) +
    NOTES
  );
}
