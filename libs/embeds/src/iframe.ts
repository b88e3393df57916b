import type { AddressKind } from './address.ts';
import { escapeMarkup, plainText } from './text.ts';
import { definitionOf, widgets, type Widget } from './widgets/index.ts';
import type { Size } from './widgets/widget.ts';

/** Width and height are CSS pixels. */
export type Frame = Size & { src: string; title: string };

/** Returns the size of an iframe if the request names none, in pixels. The contents fit, even on a phone. */
export const usualSize = (kind: AddressKind): Size =>
  widgets.find((widget) => widget.kind === kind)?.size ?? { height: 840, width: 600 };

/** The height of a widget that fills its frame, such as a chart, in pixels. */
const CHART_HEIGHT = 500;
const MOST_HEIGHT = 4000;

/** Returns the size of an iframe without blank space and without scrolling, at most `maxWidth` pixels wide. */
export function fittingSize({ kind, data }: Widget, maxWidth = Infinity): Size {
  const width = Math.min(usualSize(kind).width, maxWidth);
  const height = definitionOf(kind).height?.(data, width) ?? CHART_HEIGHT;
  return { width, height: Math.min(MOST_HEIGHT, Math.ceil(height)) };
}

/** Returns the least height of a frame that shows all of a widget, in pixels. The plot of a chart shrinks to it. */
export function leastHeight(widget: Widget, maxWidth = Infinity): number {
  const { width, height } = fittingSize(widget, maxWidth);
  return Math.min(height, definitionOf(widget.kind).least?.(widget.data, width) ?? height);
}

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
    title: plainText(title),
    ...(width <= NARROW ? { width: String(width) } : { width: '100%', 'data-width': String(width) }),
    height: String(height),
    loading: 'lazy',
    frameborder: '0',
    style: width <= NARROW ? 'border:0;max-width:100%' : `border:0;width:${width}px;max-width:100%`,
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeMarkup(value)}"`);
  return `<iframe ${written.join(' ')}></iframe>`;
}
