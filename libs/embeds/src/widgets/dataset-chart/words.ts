import type { DatasetView } from '../../chart/dataset.ts';
import { dayText, exact, short, unitName } from '../../chart/format.ts';
import type { Note } from '../../chart/notes.ts';
import { dateName } from '../../chart/periods.ts';
import { readingsOf } from '../../chart/reading.ts';
import { INDEX } from '../../chart/rebase.ts';
import { plainText } from '../../text/text.ts';
import { say } from '../../words/say.ts';
import type { DatasetChartData } from './data.ts';
import { shortNames } from './names.ts';

export const emptyWords = () => say('There are no values to show.');

export const unitWords = (unit: string) =>
  unit === INDEX || unit === '' ? '' : say('In {unit}', { unit: plainText(unitName(unit)) });

/** Ends a description with a full stop, so that a sentence can follow. */
export const sentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Says how estimates look; undefined if there are none. */
export function estimateWords({ lanes, kind }: DatasetView): string | undefined {
  if (!lanes.some(({ marks }) => marks.some(({ point }) => point.estimate))) return undefined;
  return say(kind === 'column' ? 'Pale, dashed: estimate' : 'Hollow, dashed: estimate');
}

/** Says that an axis does not begin at zero, where readers could take heights for values. */
function baselineWords({ frame: { log, values } }: DatasetView): string[] {
  const [low, high] = values.domain;
  return !log && (low > 0 || high < 0) ? [say('The axis does not begin at zero')] : [];
}

/** Names the requested options that the data do not allow, and what the chart does instead. */
export function scaleWords(data: DatasetChartData, view: DatasetView | undefined): string[] {
  if (!view) return [];
  const words: string[] = [];
  if (view.mixed) words.push(say('Periods of different length'));
  if (view.frame.log) words.push(say('Logarithmic scale'));
  else if (data.scale === 'log')
    words.push(say('Not on a logarithmic scale, because some values are not above zero'));
  words.push(...baselineWords(view));
  if (data.baseline === 'zero') words.push(say('The axis includes zero, because the values hardly differ'));
  if (view.stacked) words.push(say('Stacked'));
  else if (data.view === 'area' && view.kind === 'line')
    words.push(say('Drawn as lines, because values below zero cannot be stacked'));
  if (data.index) words.push(say('Index: {day} = 100', { day: dateName(data.index, view.frame.period) }));
  if (data.index === null) words.push(say('Not an index, because a first value is not above zero'));
  return words;
}

export const noteWords = ({ date, until, label }: Pick<Note, 'date' | 'until' | 'label'>) => {
  const from = dayText(date);
  const days = until === undefined ? from : say('{from} to {to}', { from, to: dayText(until) });
  return `${days}: ${plainText(label)}`;
};

const plainCharts = { line: 'Line chart', column: 'Column chart', area: 'Area chart' } as const;
const stackedCharts = {
  ...plainCharts,
  column: 'Stacked column chart',
  area: 'Stacked area chart',
} as const;

/** Describes the chart to readers who cannot see it. */
export function datasetSummary(data: DatasetChartData, view: DatasetView): string {
  const { lanes, dates, latest, frame } = view;
  const names = shortNames(data);
  const described = readingsOf(view, data.unit, latest).map(({ mark, when }, i) => {
    if (!mark) return names[i]!;
    const kind = mark.point.estimate ? `, ${say('estimate')},` : '';
    const latestValue = say('latest {value}', { value: short(mark.point.value, data.unit) });
    return `${names[i]} (${`${latestValue}${kind} ${when}`.replace(/[, ]+$/, '')})`;
  });
  const [from, to] = [dates[0]!, dates.at(-1)!].map((date) => dateName(date, frame.period));
  const charts = view.stacked && lanes.length > 1 ? stackedCharts : plainCharts;
  const summary = say('{chart} of {names}, {from} to {to}.', {
    chart: say(charts[view.kind]),
    names: described.join(', '),
    from: from!,
    to: to!,
  });
  const name = names[lanes.findIndex(({ series }) => series.quiet === false)];
  return [
    summary,
    ...(name === undefined ? [] : [say('Highlighted: {name}.', { name })]),
    ...baselineWords(view).map(sentence),
  ].join(' ');
}

/** Describes the values of a day to a screen reader: of each dataset the latest up to that day. */
export function dayWords(view: DatasetView, date: string, unit: string, names: readonly string[]): string {
  const words = readingsOf(view, unit, date).map(({ mark, value, when }, i) => {
    const { source } = view.lanes[i]!.series;
    const own = when === '' ? '' : ` (${when})`;
    if (!mark) return `${names[i]} ${value} ${when}`;
    const kind = mark.point.estimate ? `, ${say('estimate')}` : '';
    const from = source ? `, ${say('source: {source}', { source: plainText(source.title) })}` : '';
    return `${names[i]} ${exact(mark.point.value, unit)}${own}${kind}${from}`;
  });
  return `${dateName(date, view.frame.period)}: ${words.join('; ')}`;
}
