import { tokenize } from './tokens.ts';

/** Words with a hyphen, an apostrophe or `&` inside, and letters with dots. */
const PARTED = /(?<![\p{L}\p{N}])(?:\p{L}+(?:[-'’&]\p{L}+)+|(?:\p{L}\.){2,}\p{L}?)(?![\p{L}\p{N}])/gu;
const SEPARATORS = /[-'’&.]/gu;

/** Returns the words of a text that are also written without a separator, as one token: `ecommerce` for `e-commerce`. */
export const joinedIn = (text: string): string[] =>
  (text.match(PARTED) ?? []).flatMap((word) => {
    const [joined] = tokenize(word.replace(SEPARATORS, ''));
    const [first] = tokenize(word);
    return joined === undefined || joined.text === first?.text ? [] : [joined.text];
  });
