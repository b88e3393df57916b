import type { Measure } from '../../inputs/choices.ts';
import { unitName } from '../../chart/format.ts';
import { plainText } from '../../text/text.ts';
import { inSentence, say, type Word } from '../../words/say.ts';

/** The names of what a scatter plot of companies can show. */
export const measureNames: Record<Measure, Word> = {
  valuation: 'Valuation',
  funding: 'Total funding',
  revenue: 'Revenue',
};

export type Axis = 'x' | 'y';
type Axes = Record<Axis, { name: string; unit: string }>;

const shownName = ({ name }: Axes[Axis]) => plainText(name);

/** Names a measure with its unit: `Valuation (US dollars)`. */
export function withUnit(measure: Axes[Axis]): string {
  const unit = plainText(unitName(measure.unit));
  return `${shownName(measure)}${unit === '' ? '' : ` (${unit})`}`;
}

/** Names what an axis shows, with its unit if both have one name. */
export const measureName = ({ x, y }: Axes, axis: Axis): string =>
  (shownName(x) === shownName(y) ? withUnit : shownName)({ x, y }[axis]);

/**
 * Returns the title of a scatter plot: its own, or `Valuation and total funding`. Names of other measures keep their case.
 */
export function titleOfAxes({ name, ...axes }: Axes & { name?: string | undefined }): string {
  if (name !== undefined) return plainText(name);
  const [y, x] = [measureName(axes, 'y'), measureName(axes, 'x')];
  const isKnown = Object.values(measureNames).some((word) => say(word) === x);
  return say('{y} and {x}', { y, x: isKnown ? inSentence(x) : x });
}
