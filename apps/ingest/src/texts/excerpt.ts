/** An excerpt is a few lines in a list. */
const LONGEST = 300;

/** Returns the beginning of a text, cut between words. */
export function excerptOf(text: string): string {
  const folded = text.replace(/\s+/g, ' ').trim();
  if (folded.length <= LONGEST) return folded;
  return `${folded.slice(0, LONGEST).replace(/\s+\S*$|[\uD800-\uDBFF]$/, '')}…`;
}
