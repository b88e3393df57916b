const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Shorter keys are near too many others. */
const SHORTEST = 5;

/** Returns the keys that are one typo away: a letter added, missing or changed, or two neighbours swapped, in any place. */
export function oneTypoAway(key: string): string[] {
  if (key.length < SHORTEST || /^\d+$/.test(key)) return [];
  const near = new Set<string>();
  const letters = [...key];
  const add = (start: number, removed: number, ...added: string[]) =>
    near.add([...letters.slice(0, start), ...added, ...letters.slice(start + removed)].join(''));
  // Numbers have no typos.
  const isLetter = (at: number) => at < letters.length && !/\d/.test(letters[at]!);
  for (let at = 0; at <= letters.length; at++) {
    if (isLetter(at)) add(at, 1);
    if (isLetter(at) && isLetter(at + 1)) add(at, 2, letters[at + 1]!, letters[at]!);
    for (const letter of LETTERS) {
      add(at, 0, letter);
      if (isLetter(at)) add(at, 1, letter);
    }
  }
  near.delete(key);
  return [...near];
}
