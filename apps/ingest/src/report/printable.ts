/** Control characters, and characters that change the direction of writing. */
const UNSEEN = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** Returns text of a source for a terminal, with control characters escaped as `\u{1b}`. */
export const printable = (text: string): string =>
  text.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);

/** Returns a time for people: `2026-01-31 09:30:00`, in UTC. */
export const timeText = (time: string): string => time.slice(0, 19).replace('T', ' ');
