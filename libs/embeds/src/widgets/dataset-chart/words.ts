import { latestMark, markOn, type DatasetView, type Lane } from '../../chart/dataset.ts';
import { dayText, exact, short, unitName } from '../../chart/format.ts';
import { latestOf } from '../../chart/frame.ts';
import type { Note } from '../../chart/notes.ts';
import { plainText } from '../../text.ts';
import type { DatasetChartData } from './data.ts';

export const EMPTY = 'There are no values to show.';

export const unitWords = (unit: string) => `In ${plainText(unitName(unit), 40)}`;

/** Ends a description with a full stop, so that a sentence can follow. */
export const sentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Says how estimates look; undefined if there are none. */
export function estimateWords({ lanes, columns }: DatasetView): string | undefined {
  if (!lanes.some(({ marks }) => marks.some(({ point }) => point.estimate))) return undefined;
  return `${columns === undefined ? 'Hollow' : 'Pale'}, dashed: estimate`;
}

export const noteWords = ({ date, label }: Note) => `${dayText(date)}: ${plainText(label)}`;

const nameOf = ({ series }: Lane) => plainText(series.name, 60);

/** Describes the chart to readers who cannot see it. */
export function datasetSummary(data: DatasetChartData, { lanes, dates }: DatasetView): string {
  const kind = { line: 'Line', column: 'Column', area: 'Area' }[data.view];
  const day = latestOf(dates, data.asOf);
  const names = lanes.map((lane) => {
    const mark = latestMark(lane, day);
    return nameOf(lane) + (mark ? ` (latest ${short(mark.point.value, data.unit)})` : '');
  });
  return `${kind} chart of ${names.join(', ')}, ${dayText(dates[0]!)} to ${dayText(dates.at(-1)!)}.`;
}

function valueWords(lane: Lane, date: string, unit: string): string {
  const mark = markOn(lane, date);
  const { source } = lane.series;
  if (!mark) return `${nameOf(lane)} no value`;
  return (
    `${nameOf(lane)} ${exact(mark.point.value, unit)}${mark.point.estimate ? ', estimate' : ''}` +
    (source ? `, source: ${plainText(source.title)}` : '')
  );
}

/** Describes the values of a day to a screen reader. */
export const dayWords = (view: DatasetView, date: string, unit: string) =>
  `${dayText(date)}: ${view.lanes.map((lane) => valueWords(lane, date, unit)).join('; ')}`;
