import type { AddressKind } from './address.ts';
import { LOW_FRAME } from '../chart/labels.ts';
import { textsHeight } from '../parts/texts-height.ts';
import { escapeMarkup, plainText } from '../text/text.ts';
import { definitionOf, widgets, type Widget } from '../widgets/index.ts';
import type { Size } from '../widgets/widget.ts';

/** Width and height are CSS pixels. */
export type Frame = Size & { src: string; title: string };

/** Returns the size of an iframe if the request names none, in pixels. The contents fit, even on a phone. */
export const usualSize = (kind: AddressKind): Size =>
  widgets.find((widget) => widget.kind === kind)?.size ?? { height: 840, width: 600 };

/** The height of a widget that fills its frame, such as a chart, in pixels. */
const CHART_HEIGHT = 500;
const MAX_HEIGHT = 4000;
/** What a chart needs more in a frame that is no longer low, in pixels. */
const RAISED = 240;
const SPARE = 27;

/** Returns the size of an iframe without blank space and without scrolling, at most `maxWidth` pixels wide. */
export function fittingSize(widget: Widget, maxWidth = Infinity): Size {
  const width = Math.min(usualSize(widget.kind).width, maxWidth);
  const { data, kind } = widget;
  const definition = definitionOf(kind);
  const own =
    definition.height?.(data, width) ?? Math.max(CHART_HEIGHT, definition.least?.(data, width) ?? 0);
  return { width, height: Math.min(MAX_HEIGHT, Math.ceil(withTexts(widget, width, own))) };
}

/** Returns the least height of a frame that shows all of a widget, in pixels. The plot of a chart shrinks to it. */
export function leastHeight(widget: Widget, maxWidth = Infinity): number {
  const { width, height } = fittingSize(widget, maxWidth);
  const least = definitionOf(widget.kind).least?.(widget.data, width);
  return least === undefined ? height : Math.min(height, withTexts(widget, width, least));
}

/** Returns a height in pixels with what long names and the publisher's texts add to it in a frame of this width. */
function withTexts({ kind, data }: Widget, width: number, height: number): number {
  const definition = definitionOf(kind);
  const all = definition.isSmall ? 0 : textsHeight(data, definition.title(data), width);
  // A chart has room for a second line of its title.
  const texts = definition.height ? all : Math.max(0, all - SPARE);
  // A chart that is no longer low has more space around its plot, and a higher one.
  const isRaised = height < LOW_FRAME && height + texts >= LOW_FRAME;
  const raised = isRaised ? definition.least?.(data, width) : undefined;
  return texts + (raised === undefined ? height : raised + RAISED);
}

/** A title may contain the names of all companies of a widget. */
const MAX_TITLE = 4000;

/** Every phone is at least this wide, in CSS pixels. */
const NARROW = 320;

/**
 * Returns the markup that a publisher pastes: one iframe, without script and never wider than its column. Pages that
 * strip `style`, or forbid it by `style-src 'none'`, show only the attributes: there the iframe is as wide as its column,
 * because a number of pixels would not fit a phone. `data-width` is the width for content systems that set sizes
 * themselves, and `frameborder` is for those that strip `style`.
 */
export function iframeMarkup({ src, title, width, height }: Frame): string {
  const attributes = {
    src,
    title: plainText(title, MAX_TITLE),
    ...(width <= NARROW ? { width: String(width) } : { width: '100%', 'data-width': String(width) }),
    height: String(height),
    loading: 'lazy',
    frameborder: '0',
    style: width <= NARROW ? 'border:0;max-width:100%' : `border:0;width:${width}px;max-width:100%`,
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeMarkup(value)}"`);
  return `<iframe ${written.join(' ')}></iframe>`;
}
