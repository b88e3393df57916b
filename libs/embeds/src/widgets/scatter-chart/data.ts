import type * as z from 'zod/mini';
import { dayText, valueText } from '../../chart/format.ts';
import { originCells, type Row } from '../../inputs/csv.ts';
import type { Figure, Source } from '../../inputs/data.ts';
import { pinnedDays } from '../../inputs/pin.ts';
import { plainText } from '../../text/text.ts';
import { say } from '../../words/say.ts';
import { measureName, titleOfAxes, withUnit, type Axis } from './measures.ts';
import type { scatterChartData } from './schema.ts';

export type ScatterChartData = z.infer<typeof scatterChartData>;
export type Dot = ScatterChartData['dots'][number];

/** The axes as tables and texts name them: upwards first, as the title does. */
export const axes: readonly Axis[] = ['y', 'x'];

export const scatterCsv = (data: ScatterChartData): Row[] => [
  ['name', 'date', 'dataset', 'value', 'unit', 'kind', 'source', 'source_url'],
  ...data.dots.flatMap((dot) =>
    axes.map((axis) => {
      const { date, value, estimate, source } = dot[axis];
      return [dot.label, date, data[axis].name, value, data[axis].unit, ...originCells(estimate, source)];
    }),
  ),
];

export function pinScatter(data: ScatterChartData, until: string): ScatterChartData {
  // Values of names have no days; a figure of a company without one may be newer.
  const none = data.asOf === null ? '' : '~';
  const isLater = (dot: Dot) => axes.some((axis) => (dot[axis].date ?? none) > until);
  const later = data.dots.filter(isLater).map(({ label }) => label);
  const dots = data.dots.filter((dot) => !isLater(dot));
  const days = dots.flatMap((dot) => axes.map((axis) => dot[axis].date ?? ''));
  // Dates after the day of the data are forecasts.
  const last = days
    .filter((day) => day !== '' && day <= (data.asOf ?? ''))
    .sort()
    .at(-1);
  return {
    ...data,
    dots,
    leftOut: [...(data.leftOut ?? []), ...later],
    ...pinnedDays(last ?? data.asOf, until),
  };
}

/** The most dots that are drawn. */
const MAX_DOTS = 200;

/** Returns the dots that are drawn, from left to right. Dots without a finite value are not drawn. */
export function shownDots({ dots }: ScatterChartData): Dot[] {
  const drawn = dots.filter(({ x, y }) => Number.isFinite(x.value) && Number.isFinite(y.value));
  return drawn
    .sort((a, b) => Number(a.quiet ?? false) - Number(b.quiet ?? false))
    .slice(0, MAX_DOTS)
    .sort((a, b) => a.x.value - b.x.value);
}

export const hiddenDots = (data: ScatterChartData) => Math.max(0, data.dots.length - shownDots(data).length);

export const labelOf = ({ label }: Dot) => plainText(label);

const ARROWS = { y: '\u2191', x: '\u2192' };

/** Returns the measure that an axis shows, with its unit: `↑ Valuation (US dollars)`. */
export const axisWords = (data: ScatterChartData, axis: Axis) => `${ARROWS[axis]} ${withUnit(data[axis])}`;

/** Writes a value with its day: `$65B (est.), Feb 28, 2024`. */
export function figureWords({ value, estimate, date }: Figure, unit: string, word?: 'estimate'): string {
  const text = valueText({ value, estimate }, unit, word);
  return date === null ? text : `${text}, ${dayText(plainText(date, 30))}`;
}

/** Writes one of the values of a dot: `Valuation: $65B (est.), Feb 28, 2024`. */
export const valueWords = (data: ScatterChartData, dot: Dot, axis: Axis, word?: 'estimate') =>
  `${measureName(data, axis)}: ${figureWords(dot[axis], data[axis].unit, word)}`;

export const isEstimate = (dot: Dot) => axes.some((axis) => dot[axis].estimate);

export const sourcesOf = (dots: readonly Dot[]): (Source | null)[] =>
  dots.flatMap((dot) => axes.map((axis) => dot[axis].source));

/** The most left-out names that a note lists. */
const MAX_LEFT_OUT = 20;

export function leftOutWords(data: ScatterChartData): string[] {
  const names = data.leftOut ?? [];
  const rest = Math.max(0, names.length - MAX_LEFT_OUT) + hiddenDots(data);
  const values = names.slice(0, MAX_LEFT_OUT).map((name) => plainText(name));
  if (rest > 0) values.push(say('and {rest} more', { rest }));
  return values.length === 0 ? [] : [say('Not shown: {values}', { values: values.join(', ') })];
}

/** The most dots that the description names. */
const MAX_NAMED = 8;

/** Describes the chart to readers who cannot see it. */
export function scatterSummary(data: ScatterChartData): string {
  const dots = shownDots(data);
  if (dots.length === 0) return say('There are no values to show.');
  const named = dots.slice(0, MAX_NAMED).map((dot) => {
    const each = axes.map((axis) => valueWords(data, dot, axis, 'estimate'));
    return `${labelOf(dot)} (${each.join('; ')})`;
  });
  const rest = dots.length - named.length;
  const values = [...named, ...(rest > 0 ? [say('and {rest} more', { rest })] : [])].join(', ');
  const summary = say('Scatter plot. {title}: {values}.', { title: titleOfAxes(data), values });
  const loud = dots.find(({ quiet }) => quiet === false);
  return loud ? `${summary} ${say('Highlighted: {name}.', { name: labelOf(loud) })}` : summary;
}
