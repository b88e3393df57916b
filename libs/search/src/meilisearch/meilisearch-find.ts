import type { Hit } from 'meilisearch';
import type { SearchQuery, TypeCounts } from '../search-engine.ts';
import { fuse, hasMeaning } from '../embeddings/nearest.ts';
import { INDEXES, perIndex, type Index } from '../indexes.ts';
import { resolve, stemsOf, tellingLookups, type Lookup } from '../lookup.ts';
import { ENTRIES } from './meilisearch-about.ts';
import {
  askAll,
  both,
  count,
  first,
  keyFilter,
  postings,
  postingsIn,
  slice,
  type Answer,
  type Ask,
} from './meilisearch-ask.ts';
import { typeOfKey, type Posting, type StoredEntry } from './meilisearch-entry.ts';
import { filterOf } from './meilisearch-filter.ts';
import { looseAsks, looseIn, type CountedStem } from './meilisearch-loose.ts';
import { namedAsks, namedKeys, nearAsks, nearIn, notNamed } from './meilisearch-named.ts';
import { nearWordAsks, nearWordsIn } from './meilisearch-near.ts';
import type { Server } from './meilisearch-server.ts';
import { nearestKeys } from './meilisearch-vectors.ts';
import { excludeAll, isWrittenAsIs, quoteAll, writeStem } from './meilisearch-words.ts';
import { namedIn, nearNames, NO_NAMES } from '../named.ts';
import { joinedPage, twoIndexPage, type Slice } from '../paging.ts';
import type { Question } from '../query.ts';
import { anyIndex, isStrict, joinFew, MOST_RELAXED, relaxed, tellingWords, TOO_FEW } from '../relax.ts';
import { NO_TYPES } from '../result.ts';
import { typosAllowed } from '../typos.ts';

/** A page of results, with exact counts. */
export interface FoundPage {
  total: number;
  types: TypeCounts;
  entries: StoredEntry[];
  lookups: Lookup[];
}

/** The results of an index: listed keys, then entries that match a query and are not listed. */
interface Results {
  listed: string[];
  rest:
    | {
        q: string;
        filter: string | undefined;
        total: number;
        types: Record<string, number>;
        read: Hit<StoredEntry>[];
      }
    | undefined;
}

/** Collects queries, and hands out the answers to each group of them. */
function round(server: Server) {
  const asks: Ask[] = [];
  let answers: Answer[] = [];
  return {
    /** Adds queries, and returns a function that returns their answers once they are sent. */
    add: (more: Ask[]): (() => Answer[]) => {
      const start = asks.length;
      asks.push(...more);
      return () => answers.slice(start, start + more.length);
    },
    send: async (): Promise<void> => {
      answers = await askAll(server, asks);
    },
  };
}

/** The server reads ten terms of a question and silently drops the rest. */
const MOST_TERMS = 10;

const typesIn = (index: Index) =>
  index === 'documents' ? (['document'] as const) : (['company', 'filing'] as const);

/**
 * Finds a page in at most three requests:
 * 1. the entries that are named, those with all terms, and how many entries have each term;
 * 2. if these are too few: names that are near, words that are near unknown ones, and the entries of each word;
 * 3. what is shown, and the entries with all terms once the unknown words are resolved.
 */
export async function findPage(server: Server, question: Question, query: SearchQuery): Promise<FoundPage> {
  const known = new Map<string, Hit<StoredEntry>>();
  const keep = (answers: Answer[]) =>
    answers.forEach(({ hits }) => hits.forEach((hit) => known.set(hit.key, hit)));
  const filter = filterOf(query);
  const excluded = excludeAll(question.excluded);
  const { terms } = question;
  const named = perIndex((index) => namedIn(index, question));
  const limit = Math.max(query.limit, TOO_FEW);
  const facets = query.countTypes ? { facets: ['type'] } : {};
  const all = (index: Index, runs: string[][], most: number): Ask => ({
    ...first(index, quoteAll(runs) + excluded, most, both(filter, notNamed(named[index]))),
    ...facets,
  });

  const one = round(server);
  const typed = terms.map(({ tokens }) => tokens);
  const asTyped: Lookup[] = terms.map((term) => ({ ...term, alternatives: [term.tokens] }));
  if (isStrict(terms) && typed.length > MOST_TERMS) return findLong();
  const heads = perIndex((index) => one.add(namedAsks(index, named[index], query.limit, filter)));
  const whole = perIndex((index) => one.add(isStrict(terms) ? [all(index, typed, limit)] : []));
  const entries = perIndex((index) => one.add([count(index, '', ENTRIES)]));
  const runs = terms.flatMap(({ tokens, exact, joined }) =>
    exact || tokens.length === 1 ? [] : [tokens, ...(joined === undefined ? [] : [[joined]])],
  );
  const words = [...new Set([...stemsOf(asTyped).keys()])];
  const occurrences = perIndex((index) =>
    one.add([
      ...runs.map((run) => count(index, quoteAll([run]))),
      ...words.map((stem) => count(index, `"${writeStem(stem)}"`)),
    ]),
  );
  await one.send();
  for (const index of INDEXES) keep([...heads[index](), ...whole[index]()]);

  const listed = perIndex((index) => namedKeys(heads[index]()));
  const totals = perIndex((index) => whole[index]()[0]?.totalHits ?? 0);
  const isNamed = INDEXES.some((index) => listed[index].length > 0);
  const counts = perIndex((index) => occurrences[index]().map(({ totalHits }) => totalHits));
  const occurs = (place: number) => INDEXES.some((index) => counts[index][place]! > 0);
  const occurring = new Set([
    ...runs.filter((_, place) => occurs(place)).map((run) => run.join(' ')),
    ...words.filter((_, place) => occurs(runs.length + place)),
  ]);
  const stemOfWord = (word: string) =>
    [...stemsOf([{ alternatives: [[word]], times: 1, exact: true, quoted: false }]).keys()][0]!;
  const isKnown = (tokens: string[]) =>
    occurring.has(
      tokens.length === 1 && !runs.some((run) => run.join() === tokens[0])
        ? stemOfWord(tokens[0]!)
        : tokens.join(' '),
    );

  const rest = (index: Index, q: string[][], answer: Answer | undefined): Results['rest'] =>
    answer && {
      q: quoteAll(q) + excluded,
      filter: both(filter, notNamed(named[index])),
      total: answer.totalHits,
      types: answer.facets['type'] ?? {},
      read: answer.hits,
    };
  const done = perIndex((index): Results => ({
    listed: listed[index],
    rest: rest(index, typed, whole[index]()[0]),
  }));
  const nearly = perIndex((index) =>
    listed[index].length > 0 || totals[index] >= TOO_FEW || !isStrict(terms) ? NO_NAMES : nearNames(question),
  );
  const mayRelax = relaxed(terms, totals, isNamed);
  const needsMore = anyIndex(mayRelax) || INDEXES.some((index) => nearly[index].beginnings.length > 0);
  if (!needsMore) return page(done, asTyped);

  // The second round.
  const two = round(server);
  const near = perIndex((index) =>
    two.add(nearAsks(index, nearly[index], index === 'documents' ? ['document'] : ['company'], filter)),
  );
  const unknown = [
    ...new Set(
      terms
        .filter(({ exact, tokens }) => !exact && !isKnown(tokens))
        .flatMap(({ tokens }) => tokens)
        .filter((word) => typosAllowed(word) > 0 && !isKnown([word]) && isWrittenAsIs(word)),
    ),
  ];
  const nearWords = two.add(nearWordAsks(unknown));
  const quoted = terms.filter((term) => term.quoted).map(({ tokens }) => tokens);
  const stems = perIndex((index): CountedStem[] => {
    const times = stemsOf(tellingLookups(asTyped));
    const counted = words.flatMap((stem, place) =>
      times.has(stem) ? [{ stem, times: times.get(stem)!, count: counts[index][runs.length + place]! }] : [],
    );
    return mayRelax[index] ? tellingWords(counted, entries[index]()[0]!.totalHits) : [];
  });
  const loose = perIndex((index) =>
    two.add(stems[index].length > 0 ? looseAsks(index, stems[index], quoted, excluded, filter) : []),
  );
  const [nearest] = await Promise.all([findNearest(), two.send()]);

  const nearHits = perIndex((index) => nearIn(nearly[index], near[index]()));
  for (const index of INDEXES) nearHits[index].forEach((hit) => known.set(hit.key, hit));
  const nearestWords = nearWordsIn(unknown, nearWords());
  const lookups = resolve(terms, {
    occurs: isKnown,
    nearest: (word) => (nearestWords.has(word) ? [nearestWords.get(word)!] : []),
  });
  const resolved = lookups.map(({ alternatives }) => alternatives[0]!);
  const isResolved = isStrict(terms) && JSON.stringify(resolved) !== JSON.stringify(typed);
  const found = perIndex((index) => {
    const byWords =
      stems[index].length > 0
        ? looseIn(loose[index](), stems[index], entries[index]()[0]!.totalHits).slice(0, MOST_RELAXED)
        : [];
    return fuse(byWords, nearest[index]);
  });
  if (!isResolved)
    return page(
      results(
        totals,
        perIndex((index) => whole[index]()[0]),
      ),
      lookups,
    );

  // The third round also asks the question with the words that it became.
  const three = round(server);
  const again = perIndex((index) => three.add([all(index, resolved, Math.min(query.offset + limit, 1_000))]));
  const likely = perIndex((index) => [
    ...nearHits[index].map(({ key }) => key),
    ...found[index].slice(0, query.offset + query.limit),
  ]);
  const shown = perIndex((index) =>
    three.add(
      readAsks(
        index,
        likely[index].filter((key) => !known.has(key)),
      ),
    ),
  );
  await three.send();
  for (const index of INDEXES) keep([...again[index](), ...shown[index]()]);
  const newTotals = perIndex((index) => again[index]()[0]!.totalHits);
  return page(
    results(
      newTotals,
      perIndex((index) => again[index]()[0]),
      resolved,
    ),
    lookups,
  );

  /** Finds the entries nearest to the question, in each index that may be relaxed. */
  async function findNearest(): Promise<Record<Index, string[]>> {
    const { embedder } = server;
    const none = perIndex((): string[] => []);
    if (!embedder || !anyIndex(mayRelax) || !hasMeaning(question)) return none;
    const vector = await embedder.question(query.text);
    if (!vector) return none;
    const nearestIn = async (index: Index) =>
      mayRelax[index] ? nearestKeys(server, index, embedder.model, vector, filter) : [];
    const [documents, explore] = await Promise.all([nearestIn('documents'), nearestIn('explore')]);
    // An entry that a program without EMBEDDINGS_URL removed may still have its vector. The total counts entries.
    const read = round(server);
    const asked = {
      documents: read.add(readAsks('documents', documents)),
      explore: read.add(readAsks('explore', explore)),
    };
    await read.send();
    for (const index of INDEXES) keep(asked[index]());
    return perIndex((index) => (index === 'documents' ? documents : explore).filter((key) => known.has(key)));
  }

  /** Finds the entries with all of many numbers and phrases, newest first. */
  async function findLong(): Promise<FoundPage> {
    const parts = perIndex((index) =>
      one.add(typed.map((run) => postings(index, quoteAll([run]) + excluded, filter))),
    );
    await one.send();
    const having = (index: Index): Results => {
      const [some, ...others] = parts[index]().map(postingsIn) as [Posting[], ...Posting[][]];
      const sets = others.map((each) => new Set(each.map(({ key }) => key)));
      const complete = some.filter(({ key }) => sets.every((keys) => keys.has(key)));
      return {
        listed: complete.sort((a, b) => b.at - a.at || (a.key < b.key ? -1 : 1)).map(({ key }) => key),
        rest: undefined,
      };
    };
    return page(perIndex(having), asTyped);
  }

  /** Returns the results of each index, given what has all terms. */
  function results(
    whole: Record<Index, number>,
    answers: Record<Index, Answer | undefined>,
    q: string[][] = typed,
  ): Record<Index, Results> {
    const relax = relaxed(terms, whole, isNamed || nearHits.explore.length > 0);
    return perIndex((index): Results => {
      const nearKeys = whole[index] >= TOO_FEW ? [] : nearHits[index].map(({ key }) => key);
      if (nearKeys.length === 0 && !relax[index]) {
        return { listed: listed[index], rest: rest(index, q, answers[index]) };
      }
      const strict = (answers[index]?.hits ?? []).slice(0, TOO_FEW).map(({ key }) => key);
      return {
        listed: joinFew({ strict, near: nearKeys, loose: relax[index] ? found[index] : [] }),
        rest: undefined,
      };
    });
  }

  /** Reads the entries of the page that are not known yet. */
  async function page(of: Record<Index, Results>, lookups: Lookup[]): Promise<FoundPage> {
    const sizes = perIndex((index) => of[index].listed.length + (of[index].rest?.total ?? 0));
    const slices = twoIndexPage(query, sizes.documents);
    const last = round(server);
    const parts = perIndex((index) => {
      const { listed, rest } = of[index];
      const [head, tail] = joinedPage(index === 'documents' ? slices.first : slices.second, [
        listed.length,
      ]) as [Slice, Slice];
      const keys = listed.slice(head.offset, head.offset + head.limit);
      const missing = last.add(
        readAsks(
          index,
          keys.filter((key) => !known.has(key)),
        ),
      );
      return { keys, missing, ...tailOf(index, rest, tail) };
    });
    function tailOf(index: Index, rest: Results['rest'], tail: Slice): { tail: () => Hit<StoredEntry>[] } {
      const size = Math.min(tail.limit, Math.max(0, (rest?.total ?? 0) - tail.offset));
      if (!rest || size === 0) return { tail: () => [] };
      const { read } = rest;
      const isRead = tail.offset + size <= read.length;
      if (isRead) return { tail: () => read.slice(tail.offset, tail.offset + size) };
      const asked = last.add([slice(index, rest.q, tail, rest.filter)]);
      return { tail: () => asked()[0]!.hits };
    }
    await last.send();
    for (const index of INDEXES) keep(parts[index].missing());
    const types: TypeCounts = { ...NO_TYPES };
    for (const index of INDEXES) {
      for (const key of of[index].listed) types[typeOfKey(key)] += 1;
      const ofRest = of[index].rest?.types ?? {};
      for (const type of typesIn(index)) types[type] += ofRest[type] ?? 0;
    }
    return {
      total: sizes.documents + sizes.explore,
      types,
      // An entry may have been removed meanwhile.
      entries: INDEXES.flatMap((index) => [
        ...parts[index].keys.flatMap((key) => known.get(key) ?? []),
        ...parts[index].tail(),
      ]),
      lookups,
    };
  }
}

const readAsks = (index: Index, keys: string[]): Ask[] =>
  keys.length === 0 ? [] : [slice(index, '', { offset: 0, limit: keys.length }, keyFilter(keys))];
