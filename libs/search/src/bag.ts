import { stemOf } from './stems.ts';
import type { EntryTokens } from './entry-tokens.ts';

/**
 * How often an entry has a stem is counted in these steps, on both engines. Meilisearch has a list of stems for each step;
 * BM25 hardly distinguishes 6 from 7.
 */
export const STEPS = [1, 2, 3, 5, 8] as const;
const MOST = STEPS.at(-1)!;
/** A word of the title counts as often. */
const TITLE_TIMES = 3;

/** The stems of an entry, which relaxed questions are ranked by. */
interface Bag {
  /** Each stem, with how often the entry has it, as one of `STEPS`. */
  times: Map<string, number>;
  /** The sum of the times. */
  length: number;
}

export function bagOf({ names, title, body, forms }: EntryTokens): Bag {
  const counts = new Map<string, number>();
  const count = (tokens: string[], times: number) => {
    for (const token of tokens) {
      const stem = stemOf(token);
      counts.set(stem, (counts.get(stem) ?? 0) + times);
    }
  };
  for (const name of names) count(name, MOST);
  count(title, TITLE_TIMES);
  for (const text of body) count(text, 1);
  for (const form of forms) count(form, 1);
  const times = new Map([...counts].map(([stem, number]) => [stem, stepOf(number)]));
  return { times, length: [...times.values()].reduce((sum, each) => sum + each, 0) };
}

const stepOf = (times: number): number => STEPS.findLast((step) => step <= times)!;
