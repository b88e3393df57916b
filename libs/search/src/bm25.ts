/** The usual constants: how quickly repetitions stop counting, and how much a long text counts against an entry. */
const K1 = 1.2;
const B = 0.75;

/**
 * Returns what one word adds to the score of an entry (Robertson and Zaragoza, "The Probabilistic Relevance Framework:
 * BM25 and Beyond", 2009, with the inverse document frequency that is never negative).
 * @param times how often the entry contains the word
 * @param length the length of the entry, as a multiple of the average
 * @param having how many entries contain the word, of `entries`
 */
export function bm25(times: number, length: number, having: number, entries: number): number {
  const rarity = Math.log(1 + (entries - having + 0.5) / (having + 0.5));
  return (rarity * times * (K1 + 1)) / (times + K1 * (1 - B + B * length));
}
