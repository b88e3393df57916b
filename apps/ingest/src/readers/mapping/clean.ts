/** Words that stand for an empty cell in most tables, in lower case. */
const EMPTY = ['n/a', '#n/a', 'n.a.', '-', '--', '–', '—', '?', 'nan', 'null'];

/** Characters that nobody sees: control characters except tabs and line ends, soft hyphens, marks of no width. */
const UNSEEN = /(?![\t\n\r])\p{Cc}|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/gu;
const BLANKS = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/gu;

/** How cells are cleaned: not at all, or with these words for an empty cell besides the usual ones. */
export type Clean = boolean | string[];

/** Returns a cell without unseen characters and outer blanks; one with a word for an empty cell is empty. */
export function cleaned(text: string, clean: Clean): string {
  if (clean === false) return text;
  const seen = text.replaceAll(UNSEEN, '').replaceAll(BLANKS, ' ').trim();
  const word = seen.toLowerCase();
  const isEmpty =
    EMPTY.includes(word) || (clean !== true && clean.some((each) => each.toLowerCase() === word));
  return isEmpty ? '' : seen;
}
