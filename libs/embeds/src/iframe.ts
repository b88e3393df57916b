import type { AddressKind } from './address.ts';
import { escapeMarkup, plainText } from './text.ts';
import { widgets } from './widgets/index.ts';
import type { Size } from './widgets/widget.ts';

/** Width and height are CSS pixels. */
export type Frame = Size & { src: string; title: string };

/** Returns the size of an iframe if the request names none, in pixels. The contents fit, even on a phone. */
export const usualSize = (kind: AddressKind): Size =>
  widgets.find((widget) => widget.kind === kind)?.size ?? { height: 840, width: 600 };

/**
 * Returns the markup that a publisher pastes: one iframe, without script and never wider than its column.
 * `frameborder` is for content systems that strip `style`.
 */
export function iframeMarkup({ src, title, width, height }: Frame): string {
  const attributes = {
    src,
    title: plainText(title),
    width: String(width),
    height: String(height),
    loading: 'lazy',
    frameborder: '0',
    style: 'border:0;max-width:100%',
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeMarkup(value)}"`);
  return `<iframe ${written.join(' ')}></iframe>`;
}
