import { say } from '../../words/say.ts';
import type { ComparisonData } from '../small-multiples/data.ts';
import { hasSources, rankedOf } from './data.ts';

/** Pixels: what is around the rows, the space of a row, a line of text, and a character, in columns and in lines. */
const COLUMNS = { around: 256, line: 19, character: 7 };
const LINES = { around: 176, line: 17, character: 5.8 };
const ROW = 13;
/** The width of a frame below which rows become lines, and what is beside their texts, in pixels. */
const NARROW = 512;
const BESIDE = 72;

/** The height of the line of a company. */
const LINE_HEIGHT = 36;
/** What the names of columns beside it need in addition. */
const HEAD = 72;

/** Returns the pixels of height that the table needs in a frame of this width. */
export function rankingHeight(data: ComparisonData, width: number): number {
  const { around, line, character } = width < NARROW ? LINES : COLUMNS;
  const lines = (length: number, pixels: number) => Math.ceil((length * character) / pixels);
  const spark = data.sparklines ? LINE_HEIGHT : 0;
  const ranked = rankedOf(data);
  const sourced = hasSources(ranked);
  const rows = ranked.map(({ company, last }) => {
    if (width >= NARROW) {
      const name = lines(company.name.length, width / (data.sparklines ? 9 : 6));
      return ROW + Math.max(spark, line * Math.max(data.sparklines ? 4 : 2, name));
    }
    const room = width - BESIDE;
    const change = say('Change on the previous valuation').length + 10;
    const source = say('Source').length + (last.source?.title.length ?? 10) + 2;
    const texts = lines(company.name.length, room) + 3 + lines(change, room);
    return ROW + spark + line * (texts + (sourced ? lines(source, room) : 0));
  });
  // The names of narrower columns need more lines.
  const head = data.sparklines && width >= NARROW ? HEAD : 0;
  return rows.reduce((sum, row) => sum + row, around + head);
}
