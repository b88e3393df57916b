import { svg } from '../text/markup.ts';
import { gridView, timeAxisView } from './axis.ts';
import { eitherColour } from './colour.ts';
import { columnsView } from './columns.ts';
import type { Lane } from './lane.ts';
import type { DatasetView } from './dataset.ts';
import { timeOf } from './format.ts';
import { areaView, bandView, lineView } from './line.ts';
import type { Size } from './labels.ts';
import { labelsView, noteRulesView } from './notes.ts';
import { across, down, textView, type Pen } from './pen.ts';
import { shapesView } from './shapes.ts';
import { say } from '../words/say.ts';

/**
 * Returns where the last step of a lane ends: its value holds until the last day of the data. A forecast does not hold.
 */
function untilOf({ frame, latest }: DatasetView, { series, marks }: Lane): number | undefined {
  return series.path === 'step' && marks.at(-1)!.point.date <= latest ? frame.x(timeOf(latest)) : undefined;
}

function laneView(view: DatasetView, lane: Lane, size: Size | undefined, pen: Pen) {
  if (view.kind === 'column') return columnsView(view, lane, pen);
  if (lane.marks.length === 0) return undefined;
  const { path } = lane.series;
  const until = untilOf(view, lane);
  if (lane.bands) return bandView(lane.bands, path === 'step', pen);
  const lines = lane.stretches.filter((marks) => marks.length > 1 || until !== undefined);
  return [
    view.kind === 'area'
      ? lines.map((marks) => areaView(marks, view.frame.zero, { path, until, pen }))
      : undefined,
    lines.map((marks) => lineView(marks, { path, until, thin: lane.series.quiet, pen })),
    // A value from before the chart's first day has no marker, because its own day is not in the chart.
    shapesView(lane.index, lane.series.since === undefined ? lane.marks : lane.marks.slice(1), size, pen),
  ];
}

/** Shades the days after the data, and names them above the right end of the plot. */
function forecastView({ forecast }: DatasetView, word: string, pen: Pen) {
  if (forecast === undefined) return undefined;
  return svg`<rect class="forecast" x=${across(forecast, pen)} width=${across(100 - forecast, pen)} y="0" height=${down(100, pen)} />
    ${textView('label', { x: 100, y: 0, dy: -6, anchor: 'end' }, word, pen)}`;
}

/** Returns the lanes in the order in which they are drawn: a highlighted one is in front of the others. */
const inFront = (lanes: readonly Lane[]) =>
  [...lanes].sort((a, b) => Number(b.series.quiet) - Number(a.series.quiet));

type PlotOptions = {
  /** The plot's size in pixels, if known; otherwise the axis and labels are drawn in tiers. */
  size?: Size;
  /** The size of a picture. */
  pen?: Pen;
  /** Returns the CSS colour of a lane. */
  colourOf?: (lane: Lane) => string;
  /** Labels the newest, the highest and the lowest value only. */
  few?: boolean;
  /** Names the shaded part of the plot. */
  forecast?: string;
};

/** Draws the inside of a chart's plot, in percent of its size. */
export function datasetPlotView(
  view: DatasetView,
  { unit }: { unit: string },
  { pen, size = pen, colourOf, few, forecast = say('Forecast') }: PlotOptions = {},
) {
  const colour = colourOf ?? (({ colours }: Lane) => eitherColour(colours));
  return svg`
    ${forecastView(view, forecast, pen)}
    ${gridView(view.frame, pen)}
    ${timeAxisView(view.frame, size?.width, pen)}
    ${noteRulesView(view, pen)}
    ${inFront(view.lanes).map(
      (lane) =>
        svg`<g class=${`series${lane.series.quiet ? ' quiet' : ''}`} data-lane=${view.lanes.length > 1 ? lane.index : undefined} color=${colour(lane)}>${laneView(view, lane, size, pen)}</g>`,
    )}
    ${labelsView(view, unit, { size, few, colourOf: colour, pen, above: view.forecast === undefined ? undefined : forecast })}`;
}
