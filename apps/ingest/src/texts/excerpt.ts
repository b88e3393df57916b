/** An excerpt is a few lines in a list. */
const MAX_EXCERPT = 300;

/** Returns the beginning of a text, cut between words. */
export function excerptOf(text: string): string {
  const folded = text.replace(/\s+/g, ' ').trim();
  if (folded.length <= MAX_EXCERPT) return folded;
  return `${folded.slice(0, MAX_EXCERPT).replace(/\s+\S*$|[\uD800-\uDBFF]$/, '')}…`;
}
