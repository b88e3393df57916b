import { html, svg } from '../text/markup.ts';
import type { Sheet } from './sheet.ts';
import { fonts, widestOf, widthOf, wrapText } from '../text/width.ts';
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
      ><svg aria-hidden="true" width="30" height="10">${keyView(entry)}</svg>${say('Estimate')}</span
    >`
  );
}

/** The height of a legend's line in pixels. */
export const LINE = 18;

/** Pixels: where the text of an entry begins, and between two entries. */
const SAMPLE = 38;
const BETWEEN = 20;

/** Draws the legend as SVG: entries beside each other where there is room. */
export function legendMarks(points: readonly { estimate: boolean }[], room: number, sheet: Sheet) {
  let [x, line] = [0, 0];
  const keys = entries(points).flatMap((entry) => {
    const width = SAMPLE + widthOf(entry.text, fonts.label);
    if (x > 0 && x + width > room) [x, line] = [0, line + 1];
    const [at, y] = [x, line * LINE];
    x += width + BETWEEN;
    return [
      movedView(sheet.left(at, 30), y, keyView(entry)),
      sheet.text({ x: at + SAMPLE, y: y + 9 }, entry.text),
    ];
  });
  return { keys, lines: line + 1 };
}

/** Pixels beside the texts of an entry. */
const BESIDE = 30;

/**
 * Draws the legend of a dataset chart as SVG: as many entries in a row as have room, each as high as its text needs.
 * @param texts the name of each dataset with its value
 */
export function laneKeys(
  { lanes, columns, stacked }: DatasetView,
  texts: readonly string[],
  { room, sheet, colourOf }: { room: number; sheet: Sheet; colourOf: (lane: Lane) => string },
) {
  const widest = widestOf(texts, fonts.label) + BESIDE;
  const across = Math.min(lanes.length, Math.max(1, Math.floor(room / widest)));
  const width = room / across;
  let line = 0;
  const entries = lanes.map((lane, i) => {
    const lines = wrapText(texts[i]!, width - BESIDE, fonts.label);
    const column = i % across;
    const [x, y] = [column * width + 6, line * LINE + 5];
    const entry = svg`<g class="series" color=${colourOf(lane)}>
      ${movedView(sheet.left(x), y, shapeView(columns === undefined && !stacked ? lane.index : 1, false))}
      ${lines.map((text, k) => sheet.text({ x: x + 12, y: y + 4 + k * LINE }, text))}
    </g>`;
    // Only a row of one entry has several lines.
    if (column === across - 1 || i === lanes.length - 1) line += lines.length;
    return entry;
  });
  return { entries, lines: line };
}
