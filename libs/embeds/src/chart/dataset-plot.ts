import { nothing, svg } from 'lit';
import { gridView, timeAxisView } from './axis.ts';
import { eitherColour } from './colour.ts';
import { columnsView } from './columns.ts';
import { markOn, type DatasetDrawing, type DatasetView, type Lane } from './dataset.ts';
import { timeOf } from './format.ts';
import { areaView, lineView, percent } from './line.ts';
import type { Size } from './labels.ts';
import { labelsView, noteRulesView } from './notes.ts';
import { shapesView } from './shapes.ts';

function laneView({ lanes, frame, columns }: DatasetView, lane: Lane, kind: DatasetDrawing['view']) {
  const zero = frame.y(0);
  if (columns !== undefined) return columnsView(lane, lanes.length, columns, zero);
  const lines = lane.stretches.filter((marks) => marks.length > 1);
  return svg`
    ${kind === 'area' && lanes.length === 1 ? lines.map((marks) => areaView(marks, zero)) : nothing}
    ${lines.map((marks) => lineView(marks))}
    ${shapesView(lane.index, lane.marks)}`;
}

/** Draws a rule at the selected day and a ring around each of its values. */
function readingView({ frame, lanes, columns }: DatasetView, date: string) {
  const x = percent(frame.x(timeOf(date)));
  return svg`
    <line class="rule" x1=${x} x2=${x} y1="0" y2="100%" />
    ${
      columns === undefined
        ? lanes.map((lane) => {
            const mark = markOn(lane, date);
            return mark ? svg`<circle class="reading" cx=${x} cy=${percent(mark.y)} r="7" />` : nothing;
          })
        : nothing
    }`;
}

/**
 * Draws the inside of a dataset chart's plot, in percent of its size.
 * @param reading the selected day
 * @param size the plot's size in pixels, if known; otherwise the axis and labels are drawn in tiers
 * @param colourOf returns the CSS colour of a lane
 */
export function datasetPlotView(
  view: DatasetView,
  { view: kind, unit }: DatasetDrawing,
  { reading, size, colourOf }: { reading?: string; size?: Size; colourOf?: (lane: Lane) => string } = {},
) {
  const colour = colourOf ?? (({ colours }: Lane) => eitherColour(colours));
  return svg`
    ${gridView(view.frame)}
    ${timeAxisView(view.frame, size?.width)}
    ${reading === undefined ? nothing : readingView(view, reading)}
    ${noteRulesView(view)}
    ${view.lanes.map((lane) => svg`<g class="series" color=${colour(lane)}>${laneView(view, lane, kind)}</g>`)}
    ${labelsView(view, unit, { size, colourOf: colour })}`;
}
