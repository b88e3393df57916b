import type { Measure } from '../../choices.ts';
import { inSentence, say, type Word } from '../../words/say.ts';

/** The names of what a scatter plot of companies can show. */
export const measureNames: Record<Measure, Word> = {
  valuation: 'Valuation',
  funding: 'Total funding',
  revenue: 'Revenue',
};

/** Returns the title of a scatter plot: `Valuation and total funding`. Names of other measures keep their case. */
export function titleOfAxes({ x, y }: { x: string; y: string }): string {
  const isKnown = Object.values(measureNames).some((word) => say(word) === x);
  return say('{y} and {x}', { y, x: isKnown ? inSentence(x) : x });
}
