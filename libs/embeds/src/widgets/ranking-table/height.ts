import { say } from '../../words/say.ts';
import type { ComparisonData } from '../small-multiples/data.ts';
import { rankedOf } from './data.ts';

/** Pixels: what is around the rows, the space of a row, a line of text, and a character, in columns and in lines. */
const COLUMNS = { around: 256, line: 19, character: 7 };
const LINES = { around: 176, line: 17, character: 5.8 };
const ROW = 13;
/** The width of a frame below which rows become lines, and what is beside their texts, in pixels. */
const NARROW = 512;
const BESIDE = 72;

/** Returns the pixels of height that the table needs in a frame of this width. */
export function rankingHeight(data: ComparisonData, width: number): number {
  const { around, line, character } = width < NARROW ? LINES : COLUMNS;
  const lines = (length: number, pixels: number) => Math.ceil((length * character) / pixels);
  const rows = rankedOf(data).map(({ company, last }) => {
    if (width >= NARROW) return ROW + line * Math.max(2, lines(company.name.length, width / 6));
    const room = width - BESIDE;
    const change = say('Change on the previous valuation').length + 10;
    const source = say('Source').length + (last.source?.title.length ?? 10) + 2;
    return ROW + line * (lines(company.name.length, room) + 3 + lines(change, room) + lines(source, room));
  });
  return rows.reduce((sum, row) => sum + row, around);
}
