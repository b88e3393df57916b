import type { Database } from '@dossier/sqlite';
import type { TypeCounts } from '../search-engine.ts';
import type { Condition } from './fts5-filter.ts';
import { fuse } from '../embeddings/nearest.ts';
import { prepareNearest } from './fts5-vectors.ts';
import { allOf, anyPhrase, phrase, someOf } from './fts5-match.ts';
import { prepareNames } from './fts5-names.ts';
import { prepareRanking, type Matching } from './fts5-rank.ts';
import { INDEXES, perIndex, storedFor, typesIn, type Index, type Texts } from '../indexes.ts';
import { rankingStems, replacedIn, type Lookup } from '../query/lookup.ts';
import { filingsIn, firstFound, namedIn, nearNames, nearTypes, type Named } from '../query/named.ts';
import { namesInQuery } from '../names/name-spans.ts';
import { joinedPage, type Slice } from '../results/paging.ts';
import type { ParsedQuery } from '../query/query.ts';
import {
  anyIndex,
  isStrict,
  joinFew,
  MAX_RELAXED,
  relaxed,
  roomBeforeCompany,
  rankingWords,
  TOO_FEW,
} from '../query/relax.ts';
import { NO_TYPES } from '../results/result.ts';
import { stemOf } from '../words/stems.ts';

/** What a query finds: exact counts, and the keys of a slice of an index, best first. */
export interface Found {
  totals: Record<Index, number>;
  types: () => TypeCounts;
  partial: () => TypeCounts;
  /** Whether an index is relaxed, so that its nearest entries are found too if the query has a vector. */
  isRelaxed: boolean;
  keys: (index: Index, slice: Slice) => number[];
}

/** The vector of a query, and the model that made it. */
export interface Meaning {
  model: string;
  vector: Float32Array;
}

/** The results of an index: listed keys, then the entries with all terms that are not listed. */
interface Results {
  listed: number[];
  /** The listed entries that do not match as a whole. */
  partial: number[];
  rest?: Matching;
  restTotal: number;
}

/** Prepares the statements that find what a search reads. Run one query in one transaction, so that all statements see one state. */
export function prepareFind(db: Database, texts: Texts) {
  const tables = storedFor(texts);
  const names = prepareNames(db);
  const ranking = prepareRanking(db);
  const nearest = prepareNearest(db);
  const having = perIndex((index) =>
    db
      .prepare<[string], number>(
        `SELECT count(*) FROM ${tables[index]}_bag WHERE ${tables[index]}_bag MATCH ?`,
      )
      .pluck(),
  );
  const entries = perIndex((index) =>
    db.prepare<[], number>(`SELECT count(*) FROM ${tables[index]}_bag_docsize`).pluck(),
  );
  const typesOfKeys = db
    .prepare<[string], [string, number]>(
      'SELECT type, count(*) FROM entry WHERE key IN (SELECT value FROM json_each(?)) GROUP BY type',
    )
    .raw();

  const typesOf = (keys: number[]): [string, number][] => typesOfKeys.all(JSON.stringify(keys));

  /** Returns the entries with some of the words. If phrases are required, they have one of them. */
  function loose(
    index: Index,
    lookups: Lookup[],
    parsed: ParsedQuery,
    condition: Condition,
    required: string[][],
  ): number[] {
    const { ranked, excluded } = parsed;
    const stems = [...rankingStems(ranked, replacedIn(lookups))].map(([stem, times]) => ({ stem, times }));
    const counted = stems.map((each) => ({ ...each, count: having[index].get(phrase([each.stem]))! }));
    const distinctive = rankingWords(counted, entries[index].get()!);
    if (distinctive.length === 0) return [];
    const quoted = lookups.filter((lookup) => lookup.quoted).flatMap(({ alternatives }) => alternatives);
    const matches = (phrases: string[][]) => ({ expression: anyPhrase(phrases), table: tables[index] });
    const matching: Matching = {
      table: `${tables[index]}_bag`,
      expression: someOf(distinctive),
      condition,
      ...(quoted.length > 0 && { preferred: matches(quoted) }),
      ...(excluded.length > 0 && { excluded: matches(excluded) }),
      ...(required.length > 0 && { required: matches(required) }),
    };
    return ranking.keys(matching, { offset: 0, limit: MAX_RELAXED });
  }

  /** Returns the companies that parts of a query name, best first, and how documents write their names. */
  function aboutOf(
    { spans, filings }: ParsedQuery,
    condition: Condition,
  ): { keys: number[]; phrases: string[][] } {
    const owners = names.owners([...new Set(spans.flatMap(({ keys }) => keys))]);
    if (owners.length === 0) return { keys: [], phrases: [] };
    const countIn = (index: Index, tokens: string[]) =>
      Math.min(...tokens.map((token) => having[index].get(phrase([stemOf(token)]))!));
    const found = namesInQuery(
      spans,
      owners,
      (tokens) => INDEXES.reduce((sum, index) => sum + countIn(index, tokens), 0),
      { all: entries.documents.get()!, having: (tokens) => countIn('documents', tokens) },
    );
    return {
      keys: filings ? [] : names.meeting([...new Set(found.flatMap(({ owners }) => owners))], condition),
      phrases: found.flatMap(({ phrases }) => phrases),
    };
  }

  function resultsOf(parsed: ParsedQuery, lookups: Lookup[], condition: Condition, meaning?: Meaning) {
    const { terms, ranked, excluded } = parsed;
    const without = excluded.length > 0 ? ` NOT (${anyPhrase(excluded)})` : '';
    const namedOf = (all: Named[]) => [...new Set(all.flatMap((each) => names.named(each, condition)))];
    const whole = perIndex((index) => namedOf(namedIn(index, parsed)));
    const filings = whole.explore.length > 0 ? [] : firstFound(filingsIn(parsed), namedOf);
    const named = { ...whole, explore: [...whole.explore, ...filings] };
    const isNamed = INDEXES.some((index) => named[index].length > 0);
    const about = named.explore.length > 0 ? { keys: [], phrases: [] } : aboutOf(parsed, condition);
    const listed = { ...named, explore: [...named.explore, ...about.keys] };
    const rest = perIndex((index): Matching => {
      const expression = `(${allOf(lookups)})${without}`;
      return { table: tables[index], expression, condition, without: listed[index] };
    });
    const restTotals = perIndex((index) => (isStrict(terms) ? ranking.count(rest[index]) : 0));
    // Words near those typed say nothing about names that begin as typed.
    const isReplaced = lookups.some(({ replaces }) => replaces.length > 0);
    const near = perIndex((index) =>
      named[index].length > 0 || (restTotals[index] >= TOO_FEW && !isReplaced) || !isStrict(terms)
        ? []
        : names.near(nearNames(parsed), nearTypes(index, parsed), condition),
    );
    const relax = relaxed(terms, restTotals, isNamed || near.explore.length > 0, ranked);
    const results = perIndex((index): Results => {
      if (near[index].length > 0 && restTotals[index] >= TOO_FEW) {
        const first = [...new Set([...near[index], ...listed[index]])];
        const others = { ...rest[index], without: first };
        return { listed: first, partial: near[index], rest: others, restTotal: ranking.count(others) };
      }
      const isFew = near[index].length > 0 || relax[index];
      if (!isFew)
        return { listed: listed[index], partial: [], rest: rest[index], restTotal: restTotals[index] };
      const strict =
        restTotals[index] > 0
          ? ranking.keys(rest[index], { offset: 0, limit: TOO_FEW }, restTotals[index])
          : [];
      const required = index === 'documents' ? about.phrases : [];
      const byWords = relax[index] ? loose(index, lookups, parsed, condition, required) : [];
      const some =
        relax[index] && meaning && required.length === 0
          ? fuse(byWords, nearest(typesIn(index, texts), meaning.model, meaning.vector, condition))
          : byWords;
      const few = {
        ...{ strict, near: near[index], about: index === 'explore' ? about.keys : [] },
        loose:
          index === 'documents' && about.keys.length > 0
            ? some.slice(0, strict.length + roomBeforeCompany(strict.length, terms))
            : some,
        isNearFirst: isNamed || isReplaced || about.keys.length > 0,
      };
      return { ...joinFew(few), restTotal: 0 };
    });
    return { results, isRelaxed: anyIndex(relax) };
  }

  /** Finds what a query means, see `SearchEngine`. */
  return (parsed: ParsedQuery, lookups: Lookup[], condition: Condition, meaning?: Meaning): Found => {
    const { results, isRelaxed } = resultsOf(parsed, lookups, condition, meaning);
    return {
      isRelaxed,
      totals: perIndex((index) => results[index].listed.length + results[index].restTotal),
      types: () =>
        sum(
          Object.values(results).flatMap(({ listed, rest }) => [
            ...typesOf(listed),
            ...(rest ? ranking.types(rest) : []),
          ]),
        ),
      partial: () => sum(Object.values(results).flatMap(({ partial }) => typesOf(partial))),
      keys: (index, slice) => {
        const { listed, rest, restTotal } = results[index];
        const [first, second] = joinedPage(slice, [listed.length]) as [Slice, Slice];
        const keys = listed.slice(first.offset, first.offset + first.limit);
        return rest ? [...keys, ...ranking.keys(rest, second, restTotal)] : keys;
      },
    };
  };
}

/** Adds counts of types up. Queries find no entry of another type. */
function sum(counts: [string, number][]): TypeCounts {
  const sums: TypeCounts = { ...NO_TYPES };
  for (const [type, count] of counts)
    sums[type as keyof TypeCounts] = (sums[type as keyof TypeCounts] ?? 0) + count;
  return sums;
}
