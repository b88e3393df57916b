/** What a terminal obeys or nobody sees: control characters, and those that turn the direction of writing. */
const UNSEEN = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** Text of a source as it can be shown: `\u{1b}` for what cannot. */
export const printable = (text: string): string =>
  text.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
