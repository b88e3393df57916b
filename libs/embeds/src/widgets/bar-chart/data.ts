import type * as z from 'zod/mini';
import { seriesColours, type Pair } from '../../chart/colour.ts';
import { short, unitName } from '../../chart/format.ts';
import { originCells, type Row } from '../../csv.ts';
import { pinnedDays } from '../../pin.ts';
import { plainText } from '../../text.ts';
import { say } from '../../words/say.ts';
import type { barChartData } from './schema.ts';

export type BarChartData = z.infer<typeof barChartData>;
export type Bar = BarChartData['bars'][number];

export const barCsv = ({ columns, bars, unit }: BarChartData): Row[] => [
  ['name', 'date', 'dataset', 'value', 'unit', 'kind', 'source', 'source_url'],
  ...bars.flatMap(({ label, date, values, source }) =>
    values.map((value, i) => [
      label,
      date,
      columns[i] ?? '',
      value,
      unit,
      ...originCells(value === null ? null : false, source),
    ]),
  ),
];

export const pinBars = (data: BarChartData, until: string): BarChartData => ({
  ...data,
  bars: data.bars.filter(({ date }) => date === null || date <= until),
  ...pinnedDays(data.asOf, until),
});

/** Returns the bars that have a value. What is no number has none. */
export const shownBars = ({ bars }: BarChartData): Bar[] =>
  bars
    .map((bar) => ({ ...bar, values: bar.values.map((value) => (Number.isFinite(value) ? value : null)) }))
    .filter(({ values }) => values.some((value) => value !== null));

/** Returns the place and the width of the bar of a value, in percent, on a scale that contains zero and all values. */
export function barScale(
  bars: readonly Bar[],
): (value: number) => { x: number; width: number; zero: number } {
  const all = bars.flatMap(({ values }) => values.filter((value) => value !== null));
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const part = (value: number) => (high === low ? 0 : ((value - low) / (high - low)) * 100);
  return (value) => {
    const [from, to] = [part(Math.min(0, value)), part(Math.max(0, value))];
    return { x: from, width: Math.max(0.4, to - from), zero: part(0) };
  };
}

/** The colour of a bar beside a highlighted one. Made darker or lighter until it is readable. */
const GREY = '#868d95';

export const barColours = (bar: Bar, i: number, papers?: Pair): Pair =>
  seriesColours(i, bar.quiet ? GREY : null, papers);

export const titleOf = ({ name }: BarChartData) => plainText(name, 120);

/** Returns the unit and what is left out, in words. */
export const unitWords = ({ unit }: BarChartData) =>
  unit === '' ? '' : say('In {unit}', { unit: plainText(unitName(unit), 40) });

export const leftOutWords = ({ leftOut = [] }: BarChartData): string[] => {
  const values = leftOut.map(
    ({ name, currency }) => `${plainText(name, 60)} (${plainText(unitName(currency), 40)})`,
  );
  return values.length === 0 ? [] : [say('Not shown: {values}', { values: values.join(', ') })];
};

export const valueWords = (value: number | null, unit: string) => (value === null ? '–' : short(value, unit));

/** Bars that the description names. */
const MOST_NAMED = 8;

/** Describes the chart to readers who cannot see it. */
export function barSummary(data: BarChartData): string {
  const bars = shownBars(data);
  if (bars.length === 0) return say('There are no values to show.');
  const named = bars.slice(0, MOST_NAMED).map(({ label, values }) => {
    const each = values.map((value, i) =>
      [values.length > 1 ? plainText(data.columns[i] ?? '', 60) : '', valueWords(value, data.unit)]
        .join(' ')
        .trim(),
    );
    return `${plainText(label, 60)} ${each.join(', ')}`;
  });
  const rest = bars.length - named.length;
  const values = [...named, ...(rest > 0 ? [say('and {rest} more', { rest })] : [])].join('; ');
  const summary = say('Bar chart. {title}: {values}.', { title: titleOf(data), values });
  const loud = bars.find(({ quiet }) => quiet === false);
  return loud ? `${summary} ${say('Highlighted: {name}.', { name: plainText(loud.label, 60) })}` : summary;
}
