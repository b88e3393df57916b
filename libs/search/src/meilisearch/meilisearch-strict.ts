import { INDEXES, perIndex, type Index } from '../indexes.ts';
import { filingsIn, namedIn } from '../query/named.ts';
import { namesInQuery } from '../names/name-spans.ts';
import { rankingStems, type Lookup } from '../query/lookup.ts';
import type { Term } from '../query/query.ts';
import { isStrict } from '../query/relax.ts';
import { stemOf } from '../words/stems.ts';
import { ENTRIES } from './meilisearch-about.ts';
import { both, count, hasStem, postings, postingsIn, type Answer } from './meilisearch-ask.ts';
import { allOf, keep, notListed, readAhead, round, type Asked, type Round } from './meilisearch-asked.ts';
import type { Posting } from './meilisearch-entry.ts';
import { namedAsks, namedKeys, notNamed, ownerAsk, ownersIn } from './meilisearch-named.ts';
import { restOf, type Results } from './meilisearch-page.ts';
import { quoteAll } from './meilisearch-words.ts';

/** The server reads ten terms of a query and silently drops the rest. */
const MAX_TERMS = 10;

/** What is known of a query before its words are matched. */
export interface Facts {
  /** The entries that it names as a whole or by form, best first. */
  named: Record<Index, string[]>;
  isNamed: boolean;
  /** The companies that parts of it name, best first, and how documents write their names. */
  about: { keys: string[]; phrases: string[][] };
  /** The entries of both lists, and the filter of all others. */
  listed: Record<Index, string[]>;
  others: Record<Index, string | undefined>;
  /** The number of all entries. */
  entries: Record<Index, number>;
  /** How many entries have each stem of the query. */
  having: Record<Index, Map<string, number>>;
  /** How many of the entries that the filter and the excluded words leave have each stem. */
  within: Record<Index, Map<string, number>>;
  /** Returns how many entries have the tokens side by side; of one token, in any form of the word. */
  countOf: (tokens: string[]) => number;
}

/** The first entries with all terms of a query, without those that it names. A sentence has no answers. */
export interface Whole {
  totals: Record<Index, number>;
  answers: Record<Index, Answer | undefined>;
}

/** The runs of tokens of a query as typed. */
export const typedRuns = (terms: Term[]): string[][] => terms.map(({ tokens }) => tokens);
export const asTyped = (terms: Term[]): Lookup[] =>
  terms.map((term) => ({ ...term, alternatives: [term.tokens], replaces: [] }));

/** Adds queries for how many entries have each stem, and returns a function that returns the counts. */
export function askStemCounts(
  round: Round,
  { filter, excluded }: Asked,
  stems: string[],
): () => Pick<Facts, 'having' | 'within'> {
  const add = (q: string, allowed?: string) =>
    perIndex((index) => round.add(stems.map((stem) => count(index, q, both(hasStem(stem), allowed)))));
  const all = add('');
  const some = filter === undefined && excluded === '' ? all : add(excluded, filter);
  const countsOf = (answers: typeof all) =>
    perIndex((index) => new Map(answers[index]().map(({ totalHits }, place) => [stems[place]!, totalHits])));
  return () => ({ having: countsOf(all), within: countsOf(some) });
}

/**
 * Finds the entries that are named, those with all terms, and how many entries have each term: in one request, and in two if
 * a part of the query names entries.
 */
export async function findStrict(search: Asked): Promise<{ facts: Facts; whole: Whole }> {
  const { parsed, query, filter } = search;
  const { terms, ranked, spans } = parsed;
  const one = round(search);
  const heads = perIndex((index) => one.add(namedAsks(index, namedIn(index, parsed), query.limit, filter)));
  const notWhole = perIndex((index) => notNamed(namedIn(index, parsed)));
  const wholeAsk = (index: Index, others: string | undefined) =>
    isStrict(terms) ? [allOf(search, index, typedRuns(terms), readAhead(search), others)] : [];
  const found = perIndex((index) => one.add(wholeAsk(index, notWhole[index])));
  const groups = filingsIn(parsed).map((group) => one.add(namedAsks('explore', group, query.limit, filter)));
  const owners = one.add(spans.length > 0 ? [ownerAsk(spans, filter)] : []);
  const everyOwner = filter === undefined ? owners : one.add(spans.length > 0 ? [ownerAsk(spans)] : []);
  const entries = perIndex((index) => one.add([count(index, '', ENTRIES)]));
  const runs = ranked.flatMap(({ tokens, exact, joined }) => {
    if (exact) return [];
    return joined === undefined ? (tokens.length > 1 ? [tokens] : []) : [tokens, [joined]];
  });
  const stems = [...rankingStems(ranked).keys()];
  const runCounts = perIndex((index) => one.add(runs.map((run) => count(index, quoteAll([run])))));
  const stemCounts = askStemCounts(one, search, stems);
  await one.send();
  const group = groups.find((answers) => namedKeys(answers()).length > 0);
  const filingAnswers = group?.() ?? [];
  for (const index of INDEXES) keep(search, [...heads[index](), ...found[index]()]);
  keep(search, [...filingAnswers, ...owners()]);

  const { having, within } = stemCounts();
  const runTotals = new Map(
    runs.map((run, place) => [
      run.join(' '),
      INDEXES.reduce((sum, index) => sum + runCounts[index]()[place]!.totalHits, 0),
    ]),
  );
  const stemIn = (index: Index, token: string) => having[index].get(stemOf(token)) ?? Infinity;
  const whole = perIndex((index) => namedKeys(heads[index]()));
  const filings = whole.explore.length > 0 ? [] : namedKeys(filingAnswers);
  const named = { ...whole, explore: [...whole.explore, ...filings] };
  const entryCounts = perIndex((index) => entries[index]()[0]!.totalHits);
  const names =
    named.explore.length > 0
      ? []
      : namesInQuery(
          spans,
          everyOwner().flatMap(ownersIn),
          (tokens) =>
            Math.min(...tokens.map((token) => INDEXES.reduce((sum, index) => sum + stemIn(index, token), 0))),
          {
            all: entryCounts.documents,
            having: (tokens) => Math.min(...tokens.map((token) => stemIn('documents', token))),
          },
        );
  const shown = new Set(owners().flatMap(({ hits }) => hits.map(({ key }) => key)));
  const about = {
    // A query about filings is answered by words if none has such a name.
    keys: parsed.filings
      ? []
      : [...new Set(names.flatMap(({ owners: keys }) => keys))].filter((key) => shown.has(key)),
    phrases: names.flatMap(({ phrases }) => phrases),
  };
  const parts = [...filings, ...about.keys];
  const others = { ...notWhole, explore: both(notWhole.explore, notListed(parts)) };
  const answers = perIndex((index) => found[index]()[0]);
  if (parts.length > 0) {
    const two = round(search);
    const again = two.add(wholeAsk('explore', others.explore));
    await two.send();
    keep(search, again());
    answers.explore = again()[0];
  }
  const facts: Facts = {
    ...{ named, about, others, having, within },
    isNamed: INDEXES.some((index) => named[index].length > 0),
    listed: { ...named, explore: [...named.explore, ...about.keys] },
    entries: entryCounts,
    countOf: (tokens) => {
      const run = runTotals.get(tokens.join(' '));
      if (run !== undefined || tokens.length > 1) return run ?? 0;
      // Stop words, which are not counted, occur.
      return INDEXES.reduce((sum, index) => sum + (having[index].get(stemOf(tokens[0]!)) ?? 1), 0);
    },
  };
  return { facts, whole: { answers, totals: perIndex((index) => answers[index]?.totalHits ?? 0) } };
}

/** Returns the results of a query that is not relaxed. */
export const strictResults = (
  search: Asked,
  { listed, others }: Facts,
  whole: Whole,
): Record<Index, Results> =>
  perIndex((index) => ({
    listed: listed[index],
    partial: [],
    rest: restOf(search, typedRuns(search.parsed.terms), whole.answers[index], others[index]),
  }));

/** Returns whether the server would drop terms of a query that must match as a whole. */
export const isTooLong = (terms: Term[]): boolean => isStrict(terms) && terms.length > MAX_TERMS;

/** Finds the entries with all of many numbers and phrases, newest first. */
export async function findMany(search: Asked): Promise<Record<Index, Results>> {
  const { parsed, excluded, filter } = search;
  const one = round(search);
  const parts = perIndex((index) =>
    one.add(typedRuns(parsed.terms).map((run) => postings(index, quoteAll([run]) + excluded, filter))),
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
