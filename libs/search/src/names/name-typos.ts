const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Shorter keys are near too many others. */
const SHORTEST = 5;

/**
 * Returns the keys that are one typo away: a letter added, missing or changed, or two neighbours swapped, in any place.
 * @param shortest the length from which a key may have a typo
 */
export function oneTypoAway(key: string, shortest = SHORTEST): string[] {
  if (key.length < shortest || /^\d+$/.test(key)) return [];
  const near = new Set<string>();
  const letters = [...key];
  const heads = letters.map((_, at) => letters.slice(0, at).join(''));
  const tails = letters.map((_, at) => letters.slice(at).join(''));
  // Numbers have no typos.
  const isLetter = (at: number) => at < letters.length && !/\d/.test(letters[at]!);
  for (let at = 0; at <= letters.length; at++) {
    const [head = key, tail = '', after = ''] = [heads[at], tails[at], tails[at + 1]];
    if (isLetter(at)) near.add(head + after);
    if (isLetter(at) && isLetter(at + 1))
      near.add(head + letters[at + 1]! + letters[at]! + (tails[at + 2] ?? ''));
    for (const letter of LETTERS) {
      near.add(head + letter + tail);
      if (isLetter(at)) near.add(head + letter + after);
    }
  }
  near.delete(key);
  return [...near];
}
