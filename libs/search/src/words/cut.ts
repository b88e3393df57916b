/** The first half of a character that was cut in two. */
const HALF = /[\ud800-\udbff]$/;

/** Returns the beginning of a text: whole characters, at most `length` code units. */
export const cut = (text: string, length: number): string => text.slice(0, length).replace(HALF, '');
