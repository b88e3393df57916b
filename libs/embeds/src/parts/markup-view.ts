import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import type { Markup } from '../markup.ts';

/** Markup that waits for its place on the server. Undefined in browsers. */
let waiting: { mark: string; texts: string[] } | undefined;

/** Shows markup within a template of Lit. On the server, `keepingMarkup` inserts it. */
export function markupView({ text }: Markup) {
  if (!waiting) return unsafeHTML(text);
  const { mark, texts } = waiting;
  return `${mark}${texts.push(text) - 1};`;
}

/**
 * Renders templates of Lit to text with a place for each markup, which it inserts afterwards: Lit's renderer would parse
 * the markup, which takes longer than all the rest. Nobody can guess the mark of a place and write it into data.
 */
export function keepingMarkup(render: () => string): string {
  const texts: string[] = [];
  const mark = `${crypto.randomUUID()}:`;
  waiting = { mark, texts };
  try {
    const [first, ...rest] = render().split(mark);
    return (
      first! + rest.map((after) => after.replace(/^(\d+);/, (_, i: string) => texts[Number(i)]!)).join('')
    );
  } finally {
    waiting = undefined;
  }
}
