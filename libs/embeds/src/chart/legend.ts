import { html, svg } from '../markup.ts';
import { plainText } from '../text.ts';
import { say, type Word } from '../words/say.ts';
import type { Lane } from './lane.ts';
import type { DatasetView } from './dataset.ts';
import { movedView } from './pen.ts';
import { shapeView } from './shapes.ts';

type Entry = { line: string; marker: string; text: string };
type Line = Omit<Entry, 'text'> & { word: Word };
const reported: Line = { line: 'line', marker: 'marker', word: 'Reported' };
const estimate: Line = { line: 'line estimate', marker: 'marker estimate', word: 'Estimate, not reported' };

/** Returns the entries of a legend. Without estimates it has none. */
function entries(points: readonly { estimate: boolean }[]): Entry[] {
  if (!points.some((point) => point.estimate)) return [];
  const lines = points.every((point) => point.estimate) ? [estimate] : [reported, estimate];
  return lines.map(({ word, ...line }) => ({ ...line, text: say(word) }));
}

const keyView = ({ line, marker }: Omit<Entry, 'text'>) => svg`
  <path class=${line} d="M2 5H28" />
  <circle class=${marker} cx="15" cy="5" r="3.5" />`;

/** Draws a sample of a dataset's estimate in the colour of the text. */
export const estimateKeyView = (columns: boolean) =>
  html`<svg class="series" aria-hidden="true" width="30" height="10">
    ${columns ? svg`<rect class="column estimate" x="10" y="0.5" width="10" height="9" />` : keyView(estimate)}
  </svg>`;

/** Draws a sample of an estimate and names it, if there is one. Every other value is reported. */
export function legendView(points: readonly { estimate: boolean }[]) {
  const entry = entries(points).at(-1);
  return (
    entry &&
    html`<span class="legend"
      ><svg aria-hidden="true" width="30" height="10">${keyView(entry)}</svg>${entry.text}</span
    >`
  );
}

/** Draws the legend as SVG. Entries are 110 pixels wide; the last may be wider. */
export const legendMarks = (points: readonly { estimate: boolean }[]) =>
  entries(points).map((entry, i) =>
    movedView(i * 110, 0, svg`${keyView(entry)}<text x="38" y="9">${entry.text}</text>`),
  );

/** The height of a legend's line in pixels. */
export const LINE = 18;

/** The grid of a legend: entries per row, the size of each in pixels, and the colour of a lane. */
type KeyGrid = { across: number; width: number; height: number; colourOf: (lane: Lane) => string };

/** Draws the legend of a dataset chart as SVG. */
export const laneKeys = ({ lanes, columns, stacked }: DatasetView, names: readonly string[], grid: KeyGrid) =>
  lanes.map((lane, i) => {
    const [x, y] = [(i % grid.across) * grid.width + 6, Math.floor(i / grid.across) * grid.height + 5];
    const key = svg`<g class="series" color=${grid.colourOf(lane)}>
      ${shapeView(columns === undefined && !stacked ? lane.index : 1, false)}
      <text x="12" y="4">${plainText(names[i]!, 28)}</text>
    </g>`;
    return movedView(x, y, key);
  });
