/** The usual constants: how fast repetitions stop to count, and how much a long text is held against an entry. */
const K1 = 1.2;
const B = 0.75;

/**
 * What one word adds to the score of an entry (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25
 * and Beyond", 2009, with the inverse document frequency that is never negative).
 * @param times how often the entry has the word
 * @param length the entry's, as a multiple of the average
 * @param having how many of all the entries have the word
 */
export function bm25(times: number, length: number, having: number, entries: number): number {
  const rarity = Math.log(1 + (entries - having + 0.5) / (having + 0.5));
  return (rarity * times * (K1 + 1)) / (times + K1 * (1 - B + B * length));
}
