import type { Dated } from '../inputs/data.ts';
import { broadIn } from '../text/text.ts';
import { wrapText } from '../text/width.ts';

/** Pixels: the padding beside the texts, and a line and a character of a headline, of a subtitle and of the notes. */
const PADDING = 32;
const HEADLINE = { line: 27, character: 13 };
const SUBTITLE = { line: 22, character: 8.2 };
const NOTE = { line: 19, character: 7.2 };
/** The sizes of letters of a title, of one below a headline, and of one in a frame as narrow as a phone. */
const TITLE = { size: 22, bold: true };
const OWN = { size: 15 };
const PHONE = { below: 445, title: { size: 19, bold: true } };

/** Returns the pixels of height that the publisher's texts need in a frame of this width, above and below a widget. */
function editorialHeight({ editorial = {} }: Dated, width: number): number {
  const { title, subtitle, note, byline, source } = editorial;
  const needed = (text: string | undefined, { line, character }: typeof NOTE) => {
    if (text === undefined) return 0;
    const length = text.length + broadIn(text);
    // Words do not fill a line, and the space above and below a text is less than a line.
    return line * Math.ceil((length * character) / (width - PADDING)) + 5;
  };
  // The author and the source share lines with the other notes.
  const shared = [byline, source].filter((text) => text !== undefined).join(' ');
  return (
    needed(title, HEADLINE) +
    needed(subtitle, SUBTITLE) +
    needed(note, NOTE) +
    needed(shared === '' ? undefined : shared, NOTE)
  );
}

/**
 * Returns the pixels of height that a widget's texts need in a frame of this width in addition to one line for its title:
 * the other lines of the title, which may contain a long name, and the publisher's texts.
 */
export function textsHeight(data: Dated, title: string, width: number): number {
  const isBelow = data.editorial?.title !== undefined;
  const font = isBelow ? OWN : width < PHONE.below ? PHONE.title : TITLE;
  const { line } = isBelow ? SUBTITLE : HEADLINE;
  return editorialHeight(data, width) + line * (wrapText(title, width - PADDING, font).length - 1);
}
