/** The usual constants: how quickly repetitions stop counting, and how much a long text counts against an entry. */
const K1 = 1.2;
const B = 0.75;
/** The weight of a word that more than half of the entries have. */
const MIN_WEIGHT = 1e-6;

/**
 * Returns what one word adds to the score of an entry, by the formula of FTS5 (https://www.sqlite.org/fts5.html, section
 * 5.1.1), so that both engines rank alike.
 * @param times how often the entry contains the word
 * @param length the length of the entry, as a multiple of the average
 * @param having how many entries contain the word, of `entries`
 */
export function bm25(times: number, length: number, having: number, entries: number): number {
  const rarity = Math.log((entries - having + 0.5) / (having + 0.5));
  return (Math.max(MIN_WEIGHT, rarity) * times * (K1 + 1)) / (times + K1 * (1 - B + B * length));
}
