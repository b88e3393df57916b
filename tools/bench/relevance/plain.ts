import { stemmer } from 'stemmer';

/** The usual constants: how fast repetitions saturate, and how much the length of a text lowers its score. */
const K1 = 1.2;
const B = 0.75;

/** Returns the stems of the words of a text. */
const stemsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => stemmer(word));

/**
 * Returns a search by textbook BM25 (Manning, Raghavan and Schütze, "Introduction to Information Retrieval", 11.4.3)
 * over Porter stems: any word of a question may match, and each occurrence in the question counts. It shares no code
 * with our engines, which are compared with it.
 * @returns a function that returns the ids of the best texts for a question
 */
export function plainBm25(
  texts: { id: string; text: string }[],
): (question: string, limit: number) => string[] {
  const lengths: number[] = [];
  const postings = new Map<string, Map<number, number>>();
  texts.forEach(({ text }, place) => {
    const words = stemsOf(text);
    lengths.push(words.length);
    for (const word of words) {
      const posting = postings.get(word) ?? new Map<number, number>();
      postings.set(word, posting.set(place, (posting.get(place) ?? 0) + 1));
    }
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;

  return (question, limit) => {
    const scores = new Map<number, number>();
    for (const word of stemsOf(question)) {
      const posting = postings.get(word) ?? new Map<number, number>();
      const rarity = Math.log(1 + (texts.length - posting.size + 0.5) / (posting.size + 0.5));
      for (const [place, times] of posting) {
        const length = 1 - B + (B * lengths[place]!) / average;
        scores.set(place, (scores.get(place) ?? 0) + (rarity * times * (K1 + 1)) / (times + K1 * length));
      }
    }
    return [...scores]
      .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || a - b)
      .slice(0, limit)
      .map(([place]) => texts[place]!.id);
  };
}
