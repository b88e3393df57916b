import type { Frame } from '../chart/frame.ts';
import type { Row } from '../inputs/csv.ts';
import type { Markup } from '../text/markup.ts';
import type { Dated, Source } from '../inputs/data.ts';
import type { Drawn, Look } from '../inputs/options.ts';
import type { Face } from '../parts/element.ts';

type Drawing = Markup | Markup[];
/** Pixels. */
export type Size = { width: number; height: number };

/** The contents of a picture. `keys` is the legend and `lines` the number of its lines. */
export type Picture = {
  subtitle: string;
  /** Describes the picture to readers who cannot see it. */
  summary: string;
  title: string;
  unit: string;
  frame: Frame | undefined;
  keys: Drawing;
  lines: number;
  /** The lines below the plot, above the sources and the day of the data. */
  notes: string[];
  sources: readonly (Source | null)[];
  /** The text of a picture without values. */
  empty: string;
  /** Texts beside the plot that replace the legend if the plot is at least so high, in pixels. */
  ends?: { width: number; least: number; view: (height: number) => Drawing } | undefined;
  /** Draws the inside of the plot. */
  plot: (size: Size) => Drawing;
  /** What a widget without a plot draws instead, the pixels of height that it takes, and the least that all of it needs. */
  body?: { height: number; least?: number; view: (height: number) => Drawing };
};

/** The parts that only pictures of charts have, for a picture that draws a body. */
export const withoutPlot = { frame: undefined, keys: [], lines: 0, plot: (): Drawing => [] };

/**
 * Draws rows below each other, as far as there is room for them and for a line about the rest.
 * @param top where the first row begins
 * @param line the height of the line about the rest
 * @param hidden how many rows are left out in any case
 * @returns the drawings, where the last one ends, and how many rows are left out
 */
export function stackedRows<Row extends { height: number }>(
  rows: readonly Row[],
  { top, height, line, hidden = 0 }: { top: number; height: number; line: number; hidden?: number },
  view: (row: Row, top: number) => Markup,
): { parts: Markup[]; top: number; rest: number } {
  const parts: Markup[] = [];
  for (const [i, row] of rows.entries()) {
    const after = i === rows.length - 1 && hidden === 0 ? 0 : line;
    if (i > 0 && top + row.height + after > height) return { parts, top, rest: hidden + rows.length - i };
    parts.push(view(row, top));
    top += row.height;
  }
  return { parts, top, rest: hidden };
}

/** One state of a widget in the gallery. `name` ends its address; the usual state has none. */
export type Sample<Data> = {
  name?: string;
  title: string;
  data: Data;
  look?: Look;
  /** The query parameters that request this state, where they are not those of the look. */
  query?: Record<string, string>;
  /** Which screenshots `npm run screens -w @dossier/embeds` takes of this state: every width, theme and medium, or one. */
  screens?: 'all' | 'one';
};

/**
 * A widget: everything that the service, the gallery and the build know about it.
 * `Kind` is a segment of its address and the end of its element's name.
 */
export type Definition<Kind extends string, Data extends Dated> = {
  kind: Kind;
  /** Returns the title of the page. */
  title(data: Data): string;
  face: Face<Data>;
  /** Returns the data of the page's script, `script.ts`. Pages of widgets without one only report their height. */
  script?: (data: Data, look: Look) => object;
  /** The size of the iframe, if the request names none and the usual size does not suit the widget. */
  size?: Size;
  /** Returns the pixels of height that the contents need in a frame of this width. Without it, any height fits. */
  height?(data: Data, width: number): number;
  /** Returns the least height of a widget that fits any height, in a frame of this width. */
  least?(data: Data, width: number): number;
  /** The kinds that show the same company in less height, the highest first. */
  smaller?: readonly string[];
  /** True if it has no room for the texts of a publisher. Its height includes its title's. */
  isSmall?: boolean;
  /** True if the widget is a part of a line of text: its page has no margins, and no visible heading. */
  inline?: boolean;
  /** Returns the table of values, its header first. A widget without one has no `.csv`. */
  csv?(data: Data): Row[];
  /** Returns the parts of a picture with `room` pixels across. A widget without one has no `.svg`. */
  picture?(data: Data, look: Look, room: number): Picture;
  /** Returns the data without anything later than the day `until` (`YYYY-MM-DD`). */
  pin(data: Data, until: string): Data;
  /** Returns the data with values and axis as an address wants them drawn. A widget without one ignores it. */
  draw?(data: Data, drawn: Drawn): Data;
  gallery: {
    title: string;
    about: string;
    /** The path that partners request the widget from. */
    path: string;
    /** True if that request names several companies. */
    several?: boolean;
    /** Returns the body of that request, for a widget that is requested with PUT. */
    body?(data: Data): object;
    /** Pixels of the iframe before its page reports a height. */
    height: number;
    /** The states to show, the usual one first. */
    samples: readonly Sample<Data>[];
  };
};
