import { INDEXES, perIndex, type Index } from '../indexes.ts';
import type { Lookup } from '../lookup.ts';
import type { Term } from '../query.ts';
import { isStrict } from '../relax.ts';
import { stemOf } from '../stems.ts';
import { ENTRIES } from './meilisearch-about.ts';
import { count, postings, postingsIn, type Answer } from './meilisearch-ask.ts';
import { allOf, keep, readAhead, round, type Asked } from './meilisearch-asked.ts';
import type { Posting } from './meilisearch-entry.ts';
import { namedAsks, namedKeys } from './meilisearch-named.ts';
import { restOf, type Results } from './meilisearch-page.ts';
import { quoteAll, writeStem } from './meilisearch-words.ts';

/** The server reads ten terms of a question and silently drops the rest. */
const MOST_TERMS = 10;

/** What the first request finds. */
export interface Strict {
  /** The entries that are named, best first. */
  listed: Record<Index, string[]>;
  isNamed: boolean;
  /** How many entries have all terms, and the answers with the first of them. A sentence has no answers. */
  totals: Record<Index, number>;
  whole: Record<Index, Answer | undefined>;
  /** The number of all entries. */
  entries: Record<Index, number>;
  /** How many entries have each stem of the question. */
  having: Record<Index, Map<string, number>>;
  /** Returns whether an entry has the tokens side by side; of one token, in any form of the word. */
  isKnown: (tokens: string[]) => boolean;
}

/** The runs of tokens of a question as typed. */
export const typedRuns = (terms: Term[]): string[][] => terms.map(({ tokens }) => tokens);
export const asTyped = (terms: Term[]): Lookup[] =>
  terms.map((term) => ({ ...term, alternatives: [term.tokens], replaces: [] }));

/** Finds the entries that are named, those with all terms, and how many entries have each term, in one request. */
export async function findStrict(of: Asked): Promise<Strict> {
  const { question, query, filter, named } = of;
  const { terms } = question;
  const one = round(of);
  const heads = perIndex((index) => one.add(namedAsks(index, named[index], query.limit, filter)));
  const answers = perIndex((index) =>
    one.add(isStrict(terms) ? [allOf(of, index, typedRuns(terms), readAhead(of))] : []),
  );
  const entries = perIndex((index) => one.add([count(index, '', ENTRIES)]));
  const runs = terms.flatMap(({ tokens, exact, joined }) =>
    exact || tokens.length === 1 ? [] : [tokens, ...(joined === undefined ? [] : [[joined]])],
  );
  const words = terms.flatMap(({ tokens, joined }) => (joined === undefined ? tokens : [...tokens, joined]));
  const stems = [...new Set(words.map(stemOf))];
  const runCounts = perIndex((index) => one.add(runs.map((run) => count(index, quoteAll([run])))));
  const stemCounts = perIndex((index) => one.add(stems.map((stem) => count(index, `"${writeStem(stem)}"`))));
  await one.send();
  for (const index of INDEXES) keep(of, [...heads[index](), ...answers[index]()]);

  const whole = perIndex((index) => answers[index]()[0]);
  const listed = perIndex((index) => namedKeys(heads[index]()));
  const occurs = (counts: Record<Index, () => Answer[]>, place: number) =>
    INDEXES.some((index) => counts[index]()[place]!.totalHits > 0);
  const knownRuns = new Set(runs.filter((_, place) => occurs(runCounts, place)).map((run) => run.join(' ')));
  const knownStems = new Set(stems.filter((_, place) => occurs(stemCounts, place)));
  const isRun = new Set(runs.map((run) => run.join(' ')));
  return {
    listed,
    isNamed: INDEXES.some((index) => listed[index].length > 0),
    whole,
    totals: perIndex((index) => whole[index]?.totalHits ?? 0),
    entries: perIndex((index) => entries[index]()[0]!.totalHits),
    having: perIndex(
      (index) => new Map(stems.map((stem, place) => [stem, stemCounts[index]()[place]!.totalHits])),
    ),
    isKnown: (tokens) => {
      const run = tokens.join(' ');
      return isRun.has(run) ? knownRuns.has(run) : knownStems.has(stemOf(run));
    },
  };
}

/** Returns the results of a question that is not relaxed. */
export const strictResults = (of: Asked, { listed, whole }: Strict): Record<Index, Results> =>
  perIndex((index) => ({
    listed: listed[index],
    partial: [],
    rest: restOf(of, index, typedRuns(of.question.terms), whole[index]),
  }));

/** Returns whether the server would drop terms of a question that must match as a whole. */
export const isTooLong = (terms: Term[]): boolean => isStrict(terms) && terms.length > MOST_TERMS;

/** Finds the entries with all of many numbers and phrases, newest first. */
export async function findMany(of: Asked): Promise<Record<Index, Results>> {
  const { question, excluded, filter } = of;
  const one = round(of);
  const parts = perIndex((index) =>
    one.add(typedRuns(question.terms).map((run) => postings(index, quoteAll([run]) + excluded, filter))),
  );
  await one.send();
  return perIndex((index) => {
    const [some, ...others] = parts[index]().map(postingsIn) as [Posting[], ...Posting[][]];
    const sets = others.map((each) => new Set(each.map(({ key }) => key)));
    const complete = some.filter(({ key }) => sets.every((keys) => keys.has(key)));
    const newestFirst = complete.sort((a, b) => b.at - a.at || (a.key < b.key ? -1 : 1));
    return { listed: newestFirst.map(({ key }) => key), partial: [], rest: undefined };
  });
}
