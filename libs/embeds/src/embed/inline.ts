import { elementStyle, renderElement } from './render.ts';
import type { Widget } from '../widgets/index.ts';

/** A widget inside another page of this service. */
export interface Inline {
  markup: string;
  /** The source of its style sheet, which the page's Content-Security-Policy must allow. */
  style: string;
}

const HEADING = '<h1 id="title">';

/**
 * Renders a widget for a page of this service, complete without script: its element with a declarative shadow root.
 * @param options.address the address of the widget's own page, which also offers its data
 * @param options.level the level of its heading in the page
 */
export function renderInline(
  widget: Widget,
  { address, level }: { address?: string; level: number },
): Inline {
  const markup = renderElement(widget, address === undefined ? {} : { address });
  const heading = HEADING.replace('>', ` aria-level="${level}">`);
  return { markup: markup.replace(HEADING, heading), style: elementStyle(widget.kind) };
}
