import { eitherColour } from '../../chart/colour.ts';
import { html } from '../../text/markup.ts';
import { citedMarkup } from '../../parts/links.ts';
import type { Readable } from '../../parts/reader.ts';
import { say } from '../../words/say.ts';
import { axes, labelOf, valueWords, type Dot, type ScatterChartData } from './data.ts';
import { scatterPlot, type ScatterView } from './plot.ts';

/** Returns what is read at rest: the highlighted dot, or the highest one. */
export const restOf = ({ marks }: ScatterView): Dot =>
  (marks.find(({ dot }) => dot.quiet === false) ?? marks.reduce((a, b) => (b.y < a.y ? b : a))).dot;

/** Returns what the script needs to read and to redraw the chart. Pointers read the nearest dot. */
export function readable(data: ScatterChartData, view: ScatterView): Readable {
  const { marks } = view;
  const textsOf = (dot: Dot, word?: 'estimate') => axes.map((axis) => valueWords(data, dot, axis, word));
  return {
    label: say('Read the values one by one'),
    stops: marks,
    near: (x, y, { width, height }) => {
      const away = marks.map((mark) => Math.hypot((mark.x - x) * width, (mark.y - y) * height));
      return away.indexOf(Math.min(...away));
    },
    words: (stop) => [labelOf(marks[stop]!.dot), ...textsOf(marks[stop]!.dot, 'estimate')].join('; '),
    texts: (stop) => {
      const dot = stop === undefined ? restOf(view) : marks[stop]!.dot;
      const [y, x] = textsOf(dot) as [string, string];
      return { name: labelOf(dot), y, x };
    },
    rings: (stop) => {
      const { x, y, colours } = marks[stop]!;
      return [{ x, y, lane: 0, colour: eitherColour(colours) }];
    },
    origin: (stop) => {
      const { dot } = marks[stop]!;
      return html`<p><strong>${labelOf(dot)}</strong></p>
        ${axes.map((axis) => {
          const { source } = dot[axis];
          return html`<p>
            ${valueWords(data, dot, axis)}: ${source ? citedMarkup(source) : say('Source not given')}
          </p>`;
        })}`;
    },
    draw: (size) => ({ plot: scatterPlot(view, { size }) }),
  };
}
