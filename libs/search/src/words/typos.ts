import { hasDigit } from './tokens.ts';

/** Returns how many typos a word may have: one from 5 letters on, two from 9 on, none in a number. */
export function typosAllowed(word: string): number {
  if (hasDigit(word) || word.length < 5) return 0;
  return word.length < 9 ? 1 : 2;
}

/**
 * Returns the words nearest to a typed one, within the typos that it may have. A typo is an added, missing or changed
 * letter, or two swapped neighbours. Of words with equally many typos, those with the typed first letter are nearer: people
 * seldom mistype it.
 * @param isUsed called only for words that are near enough
 */
export function nearestWords(typed: string, words: string[], isUsed: (word: string) => boolean): string[] {
  const allowed = typosAllowed(typed);
  const near = words
    .filter((word) => !hasDigit(word))
    .map((word) => ({ word, typos: countTypos(typed, word, allowed) }));
  for (let typos = 1; typos <= allowed; typos++) {
    const found = near.filter((candidate) => candidate.typos === typos && isUsed(candidate.word));
    const alike = found.filter(({ word }) => word[0] === typed[0]);
    if (found.length > 0) return (alike.length > 0 ? alike : found).map((candidate) => candidate.word);
  }
  return [];
}

/** Returns the beginnings of words whose first letter may be the typo: what follows it, and the two letters swapped. */
export const withoutFirst = (typed: string): { rests: string[]; whole: string[] } => ({
  // The first letter is changed, or missing.
  rests: [typed.slice(1), typed],
  // One is added, or swapped with the second.
  whole: [typed.slice(1), typed[1]! + typed[0]! + typed.slice(2)],
});

/** Returns the optimal string alignment distance of two words, or any number above `most` if it is larger. */
export function countTypos(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let smallest = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, beforeLast[column - 2]! + 1);
      current.push(cost);
      smallest = Math.min(smallest, cost);
    }
    // A swap looks back two rows and costs at least one more than the row it starts from.
    if (smallest > most) return most + 1;
    beforeLast = last;
    last = current;
  }
  return last[b.length]!;
}
