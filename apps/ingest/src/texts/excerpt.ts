import { beginningOf } from '../rows/cut.ts';

/** An excerpt is a few lines in a list. */
const MAX_EXCERPT = 300;

/** Returns the beginning of a text as one line, cut between words. */
export const excerptOf = (text: string): string => cutWords(text.replace(/\s+/g, ' ').trim(), MAX_EXCERPT);

/** Returns a text, or its beginning up to the end of a word. */
export const cutWords = (text: string, most: number): string =>
  text.length <= most ? text : `${beginningOf(text, most).replace(/\s+\S*$/, '')}…`;
