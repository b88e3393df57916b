import type { Element } from 'hast';
import { element, isHead, MAX_TITLE } from './older-line.ts';

/** Returns the paragraphs of preformatted text. Columns stay as they are. */
export function paragraphsOf(text: string): Element[] {
  return text
    .split(/\n[ \t]*(?:\n[ \t]*)+/)
    .filter((block) => block.trim() !== '')
    .flatMap((block) => {
      const lines = block.split('\n').filter((line) => line.trim() !== '');
      const heads = lines.findIndex((line, i) => i > 0 && isHead(line));
      if (heads > 0)
        return [
          ...paragraphsOf(lines.slice(0, heads).join('\n')),
          ...paragraphsOf(lines.slice(heads).join('\n')),
        ];
      const [first = '', ...others] = lines;
      const isItem = isHead(first);
      const isColumns = lines.filter((line) => /\S(?: {3,}|\t)\S/.test(line)).length > lines.length / 2;
      if (isColumns && !(isItem && lines.length < 3)) return [element('pre', block)];
      const joined = lines.map((line) => line.trim()).join(' ');
      // The title of an item may go on in the next line, but a sentence there is its text.
      const isTitle = joined.length <= MAX_TITLE && !/[a-z,;]\.\s+\p{Lu}/u.test(joined);
      const isText = isItem && others.length > 0 && !isTitle;
      return isText
        ? [
            element('p', first.trim()),
            element(
              'p',
              lines
                .slice(1)
                .map((line) => line.trim())
                .join(' '),
            ),
          ]
        : [element('p', joined)];
    });
}
