import { notations, numbersIn, readTogether, type Notation } from './numbers.ts';
import { headerOf, signOf, withoutSign } from './units.ts';

/** A cell: its value, or why it is rejected. An empty cell has neither. */
export type Cell = { text: string; value?: string | number; isEstimate?: boolean; problem?: string };

/** What people write into a cell without a value. */
const EMPTY = /^(|[-–—.…]+|n\/?a|null|none)$/i;
/** The suffix of an estimate, such as `2027E`. */
export const ESTIMATE = /(?<=\d%?)\s?e$/i;

/** Reads the cells of a column of numbers. What may mean several things is rejected, not guessed. */
export function columnOf(given: string, texts: string[], notation: Notation | undefined) {
  const header = headerOf(given);
  const full = texts.filter((text) => !EMPTY.test(text));
  // A column that has the sign everywhere has named its unit.
  if (header.unit === undefined && full.length > 0 && full.every((text) => /%(\s?e)?$/i.test(text)))
    header.unit = 'percent';
  const sign = signOf(header.unit);
  const bare = texts.map((text) => withoutSign(text.replace(ESTIMATE, ''), header.unit, sign));
  const only = notation === undefined ? undefined : notations.indexOf(notation);
  const spelled = bare.map(({ text }) => {
    const all = EMPTY.test(text) ? notations.map(() => undefined) : numbersIn(text);
    return only === undefined ? all : all.map((value, i) => (i === only ? value : undefined));
  });
  const readings = readTogether(spelled, (value) => value);
  const cells = texts.map((text, i): Cell => {
    if (EMPTY.test(text)) return { text };
    if (header.problem !== undefined) return { text, problem: header.problem };
    const values = readings[i]!;
    if (values.length === 0)
      return {
        text,
        problem: /\d\s*(k|m|b|mn|bn|million|billion)$/i.test(text)
          ? 'is short for a larger number. Write all of its digits, or “(USD million)” in the header'
          : 'is not a number. Correct it, or leave the cell empty',
      };
    if (values.length > 1)
      return { text, problem: `may be ${values.join(' or ')}. Choose how the numbers are written` };
    const { problem } = bare[i]!;
    return problem === undefined
      ? { text, value: scaled(values[0]!, header.power), isEstimate: ESTIMATE.test(text) }
      : { text, problem };
  });
  return { header, cells };
}

/** Multiplies by a power of ten without the errors of binary fractions. */
const scaled = (value: number, power: number) =>
  Number(`${value}e${power}`.replace(/e(.*)e(.*)/, (_, a: string, b: string) => `e${Number(a) + Number(b)}`));
