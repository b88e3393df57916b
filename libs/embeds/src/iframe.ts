import type { AddressKind } from './data.ts';
import { escapeMarkup, plainText } from './text.ts';

/** Width and height are in CSS pixels. */
export type Frame = { src: string; title: string; width: number; height: number };

/** The size in pixels where none is asked for: what the kind shows fits into it, on a phone too. */
export const usualSize = (kind: AddressKind) =>
  kind === 'dataset-chart' ? { height: 500, width: 560 } : { height: 840, width: 600 };

/**
 * What a publisher pastes: one iframe, without script. It never grows wider than the page it stands in.
 * `frameborder` is for systems that strip `style`.
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
