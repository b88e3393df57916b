import type * as z from 'zod/mini';
import { mix, seriesColours, type Pair } from '../../chart/colour.ts';
import { unitName, valueText } from '../../chart/format.ts';
import { GREY, palette } from '../../chart/palette.ts';
import { dateName } from '../../chart/periods.ts';
import { originCells, type Row } from '../../inputs/csv.ts';
import { pinnedDays } from '../../inputs/pin.ts';
import { plainText } from '../../text/text.ts';
import { say } from '../../words/say.ts';
import type { barChartData } from './schema.ts';

export type BarChartData = z.infer<typeof barChartData>;
export type Bar = BarChartData['bars'][number];

/** Returns whether a value of a bar is an estimate. */
export const isEstimate = ({ estimates }: Bar, i: number): boolean => estimates?.[i] ?? false;

export const barCsv = ({ columns, bars, unit }: BarChartData): Row[] => [
  ['name', 'date', 'dataset', 'value', 'unit', 'kind', 'source', 'source_url'],
  ...bars.flatMap((bar) =>
    bar.values.map((value, i) => [
      bar.label,
      bar.date,
      columns[i] ?? '',
      value,
      unit,
      ...originCells(value === null ? null : isEstimate(bar, i), bar.source),
    ]),
  ),
];

export const pinBars = (data: BarChartData, until: string): BarChartData => ({
  ...data,
  bars: data.bars.filter(({ date }) => date === null || date <= until),
  ...pinnedDays(data.asOf, until),
});

/** Returns the bars that have a value. What is no number has none. */
const barsWithValues = ({ bars }: BarChartData): Bar[] =>
  bars
    .map((bar) => ({ ...bar, values: bar.values.map((value) => (Number.isFinite(value) ? value : null)) }))
    .filter(({ values }) => values.some((value) => value !== null));

/** Returns the values of all bars, also of those that are not drawn. */
export const valuesOf = (data: BarChartData): number[] =>
  barsWithValues(data).flatMap(({ values }) => values.filter((value) => value !== null));

/** The most bars that are drawn, and the most of their values. */
const MAX_BARS = 60;
const MAX_VALUES = 240;

/** Returns the bars that are drawn: the first ones that have a value, and the highlighted one. */
export function shownBars(data: BarChartData): Bar[] {
  const bars = barsWithValues(data);
  const most = Math.min(MAX_BARS, Math.max(1, Math.floor(MAX_VALUES / Math.max(1, data.columns.length))));
  const loud = bars.findIndex(({ quiet }) => quiet === false);
  return loud < most ? bars.slice(0, most) : [...bars.slice(0, most - 1), bars[loud]!];
}

/** Returns how many bars with a value are not drawn. */
export const hiddenBars = (data: BarChartData) => barsWithValues(data).length - shownBars(data).length;

/** The least width of a bar in percent. */
const MIN_WIDTH = 0.4;

/**
 * Returns the place and the width of the bar of a value, in percent, on a scale that contains zero and all values. A value of
 * zero has no width.
 */
export function barScale(
  bars: readonly Bar[],
): (value: number) => { x: number; width: number; zero: number } {
  const all = bars.flatMap(({ values }) => values.filter((value) => value !== null));
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const part = (value: number) => (high === low ? 0 : ((value - low) / (high - low)) * 100);
  return (value) => {
    const [from, to] = [part(Math.min(0, value)), part(Math.max(0, value))];
    const width = value === 0 ? 0 : Math.max(MIN_WIDTH, to - from);
    return { x: value < 0 ? to - width : from, width, zero: part(0) };
  };
}

/** How much of the paper's colour is in that of one of several bars beside the highlighted ones. */
const PALE = 0.6;

/** Returns the colours of the bar of a column. Beside highlighted bars, it is pale, or grey if there is one column. */
export function barColours({ quiet = false, values }: Bar, i: number, papers: Pair = palette.paper): Pair {
  if (quiet && values.length === 1) return seriesColours(i, GREY, papers);
  const [light, dark] = seriesColours(i, null, papers);
  return quiet ? [mix(light, papers[0], PALE), mix(dark, papers[1], PALE)] : [light, dark];
}

export const titleOf = ({ name }: BarChartData) => plainText(name);

/** Returns the unit, whether the periods of the values differ, and how estimates look, in words. */
export function unitWords(data: BarChartData): string {
  const { unit } = data;
  const bars = shownBars(data);
  const periods = new Set(bars.map(({ period }) => period));
  return [
    ...(unit === '' ? [] : [say('In {unit}', { unit: plainText(unitName(unit)) })]),
    ...(periods.size > 1 && !periods.has(undefined) ? [say('Periods of different length')] : []),
    ...(bars.some((bar) => bar.values.some((_, i) => isEstimate(bar, i)))
      ? [say('Pale, dashed: estimate')]
      : []),
  ].join('. ');
}

/** Names the day of a bar, or the period that ends on it. */
export const barDay = (date: string, { period }: Bar) => dateName(plainText(date, 30), period ?? 'moment');

export const leftOutWords = ({ leftOut = [] }: BarChartData): string[] => {
  const values = leftOut.map(({ name, currency }) => `${plainText(name)} (${plainText(unitName(currency))})`);
  return values.length === 0 ? [] : [say('Not shown: {values}', { values: values.join(', ') })];
};

/** Writes a value of a bar. */
export function valueWords(bar: Bar, i: number, unit: string, word?: 'estimate'): string {
  const value = bar.values[i] ?? null;
  return value === null ? '–' : valueText({ value, estimate: isEstimate(bar, i) }, unit, word);
}

/** Bars that the description names. */
const MAX_NAMED = 8;

/** Describes the chart to readers who cannot see it. */
export function barSummary(data: BarChartData): string {
  const bars = shownBars(data);
  if (bars.length === 0) return say('There are no values to show.');
  const named = bars.slice(0, MAX_NAMED).map((bar) => {
    const { label, date, values: own } = bar;
    const each = own.map((_, i) =>
      [own.length > 1 ? plainText(data.columns[i] ?? '') : '', valueWords(bar, i, data.unit, 'estimate')]
        .join(' ')
        .trim(),
    );
    const period = date === null || bar.period === undefined ? '' : ` (${barDay(date, bar)})`;
    return `${plainText(label)} ${each.join(', ')}${period}`;
  });
  const rest = bars.length + hiddenBars(data) - named.length;
  const values = [...named, ...(rest > 0 ? [say('and {rest} more', { rest })] : [])].join('; ');
  const summary = say('Bar chart. {title}: {values}.', { title: titleOf(data), values });
  const loud = bars.find(({ quiet }) => quiet === false);
  return loud ? `${summary} ${say('Highlighted: {name}.', { name: plainText(loud.label) })}` : summary;
}
