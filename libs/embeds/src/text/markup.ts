import { escapeMarkup } from './text.ts';

/** Markup that may be inserted as it is: its own words are ours, and its values are escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template accepts: text and numbers are escaped, markup is not. A missing value leaves nothing behind. */
export type Part = Markup | string | number | null | undefined | readonly Part[];

function written(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (part === null || part === undefined) return '';
  return typeof part === 'object' ? part.map(written).join('') : escapeMarkup(String(part));
}

/** The words of each template without the line breaks and indentation of its source. */
const literals = new WeakMap<TemplateStringsArray, string[]>();

function literalsOf(strings: TemplateStringsArray): string[] {
  const known = literals.get(strings);
  if (known) return known;
  const trimmed = [...strings];
  trimmed[0] = trimmed[0]!.replace(/^\s*\n\s*/, '');
  trimmed.push(trimmed.pop()!.replace(/\s*\n\s*$/, ''));
  const made = trimmed.map((text) => text.replace(/\s*\n\s*/g, ' '));
  literals.set(strings, made);
  return made;
}

/**
 * Writes a template as markup. A value after `name=` is an attribute, which a missing value leaves out. The same
 * strings are what the server sends, what the page's script redraws, and what pictures are made of.
 */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  const texts = literalsOf(strings);
  let text = '';
  parts.forEach((part, i) => {
    const before = texts[i]!;
    if (!before.endsWith('=')) text += before + written(part);
    else if (part === null || part === undefined) text += before.replace(/\s[\w-]+=$/, '');
    else text += `${before}"${written(part)}"`;
  });
  return new Markup(text + texts.at(-1)!);
}

/** Writes the inside of a drawing. White space between its tags has no meaning. */
export const svg = (strings: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(html(strings, ...parts).text.replace(/> +</g, '><'));

/** Writes the row of a table. HTML needs no end tags of rows and cells, which would be a tenth of a long table. */
export const row = (...cells: readonly Markup[]): Markup =>
  new Markup(`<tr>${cells.map(({ text }) => text.replace(/<\/t[dh]>$/, '')).join('')}`);
