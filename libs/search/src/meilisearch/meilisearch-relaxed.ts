import type { Hit } from 'meilisearch';
import { fuse, hasMeaning } from '../embeddings/nearest.ts';
import { INDEXES, perIndex, typesIn, type Index } from '../indexes.ts';
import { rankingStems, replacedIn, resolve, type Lookup } from '../query/lookup.ts';
import { nearTypes, type NearNames } from '../query/named.ts';
import {
  anyIndex,
  isStrict,
  joinFew,
  MAX_RELAXED,
  relaxed,
  roomBeforeCompany,
  TOO_FEW,
} from '../query/relax.ts';
import { typosAllowed } from '../words/typos.ts';
import { both, type Answer } from './meilisearch-ask.ts';
import { allOf, keep, notListed, readAhead, round, type Asked } from './meilisearch-asked.ts';
import type { StoredEntry } from './meilisearch-entry.ts';
import { findLoose } from './meilisearch-loose.ts';
import { nearAsks, nearIn } from './meilisearch-named.ts';
import { nearWordAsks, nearWordsIn } from './meilisearch-near.ts';
import { readAsks, readPage, restOf, type FoundPage, type Results } from './meilisearch-page.ts';
import { askStemCounts, typedRuns, type Facts, type Whole } from './meilisearch-strict.ts';
import { nearestKeys } from './meilisearch-vectors.ts';
import { isWrittenAsIs } from './meilisearch-words.ts';

/** The most entries that the third request reads ahead. */
const MAX_READ = 1_000;

/** What the second request finds: entries with names that are near, and entries with some of the words. */
interface InPart {
  /** Whether unknown words became near ones. */
  isReplaced: boolean;
  near: Record<Index, Hit<StoredEntry>[]>;
  loose: Record<Index, string[]>;
}

/** What the first requests found, and what they leave open. */
interface Open {
  facts: Facts;
  whole: Whole;
  /** The names that may be near. */
  near: Record<Index, NearNames>;
  /** The indexes that are relaxed unless a near name is found. */
  mayRelax: Record<Index, boolean>;
}

/** Finds a page of a query that has few matches as a whole, in at most two more requests. */
export async function findRelaxed(search: Asked, open: Open): Promise<FoundPage> {
  const { terms } = search.parsed;
  const { found, lookups } = await findPartial(search, open);
  const runs = lookups.map(({ alternatives }) => alternatives[0]!);
  const isResolved = isStrict(terms) && JSON.stringify(runs) !== JSON.stringify(typedRuns(terms));
  if (!isResolved)
    return readPage(search, joined(search, open, found, typedRuns(terms), open.whole.answers), lookups);
  const again = await askAgain(search, open, runs, found);
  return readPage(search, joined(search, open, found, runs, again), lookups);
}

/** Finds the entries that match in part, and the words that are near unknown ones. */
async function findPartial(
  search: Asked,
  { facts, near: nearly, mayRelax }: Open,
): Promise<{ found: InPart; lookups: Lookup[] }> {
  const { parsed, filter, known } = search;
  const { countOf, about } = facts;
  const { terms } = parsed;
  const unknown = [
    ...new Set(
      terms
        .filter(({ exact, tokens }) => !exact && countOf(tokens) === 0)
        .flatMap(({ tokens }) => tokens)
        .filter((word) => typosAllowed(word) > 0 && countOf([word]) === 0 && isWrittenAsIs(word)),
    ),
  ];
  const first = round(search);
  const nearWords = first.add(nearWordAsks(unknown));
  await first.send();
  const nearestWords = nearWordsIn(unknown, nearWords());
  const lookups = resolve(terms, {
    count: countOf,
    nearest: (word) => (nearestWords.has(word) ? [nearestWords.get(word)!] : []),
  });
  const replaced = replacedIn(lookups);
  const counted = await countMore(search, facts, [...rankingStems(parsed.ranked, replaced).keys()]);
  const two = round(search);
  const names = perIndex((index) =>
    two.add(nearAsks(index, nearly[index], nearTypes(index, parsed), filter)),
  );
  const byWords = perIndex((index) =>
    mayRelax[index] ? findLoose(two, search, counted, index, replaced) : () => [],
  );
  const [nearest] = await Promise.all([findNearest(search, mayRelax), two.send()]);

  const near = perIndex((index) => nearIn(nearly[index], names[index]()));
  for (const index of INDEXES) near[index].forEach((hit) => known.set(hit.key, hit));
  const loose = perIndex((index) =>
    index === 'documents' && about.phrases.length > 0
      ? byWords[index]()
      : fuse(byWords[index](), nearest[index]),
  );
  return { found: { isReplaced: replaced.size > 0, near, loose }, lookups };
}

/** Returns the facts with the counts of stems that unknown words became. */
async function countMore(search: Asked, facts: Facts, stems: string[]): Promise<Facts> {
  const more = stems.filter((stem) => !facts.having.documents.has(stem));
  const one = round(search);
  const counts = askStemCounts(one, search, more);
  await one.send();
  const { having, within } = counts();
  const joined = (known: Facts['having'], added: Facts['having']) =>
    perIndex((index) => new Map([...known[index], ...added[index]]));
  return { ...facts, having: joined(facts.having, having), within: joined(facts.within, within) };
}

/** Finds the entries nearest to the query by their vectors, in each index that may be relaxed. */
async function findNearest(
  search: Asked,
  mayRelax: Record<Index, boolean>,
): Promise<Record<Index, string[]>> {
  const { server, parsed, query, filter, known } = search;
  const { embedder } = server;
  const none = perIndex((): string[] => []);
  if (!embedder || !anyIndex(mayRelax) || !hasMeaning(parsed)) return none;
  const vector = await embedder.vectorOf(query.text);
  if (!vector) return none;
  const nearestIn = async (index: Index) =>
    mayRelax[index] ? nearestKeys(server, typesIn(index, parsed.texts), embedder.model, vector, filter) : [];
  const [documents, explore] = await Promise.all([nearestIn('documents'), nearestIn('explore')]);
  const nearest = { documents, explore };
  // An entry that a program without EMBEDDINGS_URL removed may still have its vector. The total counts entries.
  const read = round(search);
  const answers = perIndex((index) => read.add(readAsks(index, nearest[index])));
  await read.send();
  for (const index of INDEXES) keep(search, answers[index]());
  return perIndex((index) => nearest[index].filter((key) => known.has(key)));
}

/** Asks for the entries with all words again, with the words that unknown ones became, and reads what is likely shown. */
async function askAgain(
  search: Asked,
  { facts }: Open,
  runs: string[][],
  { isReplaced, near, loose }: InPart,
): Promise<Record<Index, Answer>> {
  const { query, known } = search;
  const three = round(search);
  const most = Math.min(query.offset + readAhead(search), MAX_READ);
  const again = perIndex((index) =>
    three.add([
      allOf(search, index, runs, most, isReplaced ? othersOf(facts, near, index) : facts.others[index]),
    ]),
  );
  const shown = perIndex((index) => {
    const likely = [
      ...near[index].map(({ key }) => key),
      ...loose[index].slice(0, query.offset + query.limit),
    ];
    return three.add(
      readAsks(
        index,
        likely.filter((key) => !known.has(key)),
      ),
    );
  });
  await three.send();
  for (const index of INDEXES) keep(search, [...again[index](), ...shown[index]()]);
  return perIndex((index) => again[index]()[0]!);
}

/** Returns the filter of the entries that are not listed and have no near name. */
const othersOf = ({ others }: Facts, near: InPart['near'], index: Index): string | undefined =>
  both(others[index], notListed(near[index].map(({ key }) => key)));

/** Returns the results of each index, given the entries with all token runs. */
function joined(
  search: Asked,
  { facts }: Open,
  { isReplaced, near, loose }: InPart,
  runs: string[][],
  answers: Record<Index, Answer | undefined>,
): Record<Index, Results> {
  const { listed, others, about, isNamed } = facts;
  const totals = perIndex((index) => answers[index]?.totalHits ?? 0);
  const { terms, ranked } = search.parsed;
  const relax = relaxed(terms, totals, isNamed || near.explore.length > 0, ranked);
  return perIndex((index): Results => {
    const nearKeys = near[index].map(({ key }) => key);
    if (totals[index] >= TOO_FEW || (nearKeys.length === 0 && !relax[index])) {
      const [first, partial, filter] = isReplaced
        ? [[...new Set([...nearKeys, ...listed[index]])], nearKeys, othersOf(facts, near, index)]
        : [listed[index], [], others[index]];
      return { listed: first, partial, rest: restOf(search, runs, answers[index], filter) };
    }
    const strict = (answers[index]?.hits ?? []).slice(0, TOO_FEW).map(({ key }) => key);
    const isBefore = index === 'documents' && about.keys.length > 0;
    const room = isBefore ? strict.length + roomBeforeCompany(strict.length, terms) : MAX_RELAXED;
    const few = {
      ...{ strict, near: nearKeys, about: index === 'explore' ? about.keys : [] },
      loose: relax[index] ? loose[index].slice(0, room) : [],
      isNearFirst: isNamed || isReplaced || about.keys.length > 0,
    };
    return { ...joinFew(few), rest: undefined };
  });
}
