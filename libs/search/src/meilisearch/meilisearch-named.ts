import type { Hit } from 'meilisearch';
import { both, inList, postings, postingsIn, type Answer, type Ask } from './meilisearch-ask.ts';
import {
  KEYS,
  SHOWN,
  TITLED,
  TYPED,
  typeOfKey,
  type Posting,
  type StoredEntry,
} from './meilisearch-entry.ts';
import { quoteAll } from './meilisearch-words.ts';
import { rankedKeys } from '../entries/entry-tokens.ts';
import type { Index } from '../indexes.ts';
import type { KeyOwner, NameSpan } from '../names/name-spans.ts';
import { MAX_NEAR, type Named, type NearNames } from '../query/named.ts';
import type { SearchResultType } from '../search-engine.ts';

/** How many names of a beginning, or with a typo, are compared. */
const MAX_READ = 100;

const ATTRIBUTES = { alias: KEYS, name: TYPED, title: TITLED };
const isNamed = ({ keys, rank, types }: Named): string =>
  `(${inList(ATTRIBUTES[rank], keys)} AND ${inList('type', types)})`;

/** Returns the filter of the entries that are not named. */
export const notNamed = (named: Named[]): string | undefined =>
  both(...named.filter(({ rank }) => rank === 'alias').map((each) => `NOT ${isNamed(each)}`));

/** Returns the queries for the entries that are named, one for each name, with the shown fields of the first. */
export const namedAsks = (index: Index, named: Named[], limit: number, filter: string | undefined): Ask[] =>
  named.map((each) => ({
    ...postings(index, each.period === undefined ? '' : quoteAll([each.period]), both(isNamed(each), filter)),
    limit,
    attributesToRetrieve: [...SHOWN],
  }));

/** How many companies of the names in a query are read. */
const MAX_OWNERS = 50;

/** Returns the query for the companies that any span may name, with the fields that `ownersIn` reads. */
export const ownerAsk = (spans: NameSpan[], filter?: string): Ask => ({
  index: 'explore',
  q: '',
  filter: both(inList(KEYS, [...new Set(spans.flatMap(({ keys }) => keys))]), 'type = company', filter),
  limit: MAX_OWNERS,
  attributesToRetrieve: [...SHOWN, 'aliases'],
});

/** Returns the keys of companies with what they are to them. */
export const ownersIn = ({ hits }: Answer): KeyOwner<string>[] =>
  hits.flatMap((hit) =>
    rankedKeys(hit).map(({ name, rank }) => ({ key: name, owner: hit.key, rank, title: hit.title })),
  );

/** Returns the keys of the entries that are named, newest first within their types. */
export const namedKeys = (answers: Answer[]): string[] => [
  ...new Set(
    answers.flatMap((answer) =>
      postingsIn(answer)
        .sort(newestFirst)
        .map(({ key }) => key),
    ),
  ),
];

function newestFirst(a: Pick<Posting, 'key' | 'at'>, b: Pick<Posting, 'key' | 'at'>): number {
  const [typeA, typeB] = [typeOfKey(a.key), typeOfKey(b.key)];
  if (typeA !== typeB) return typeA < typeB ? -1 : 1;
  return b.at - a.at || (a.key < b.key ? -1 : 1);
}

/** Returns the queries for the entries whose names are nearly the query. */
export function nearAsks(
  index: Index,
  { beginnings, typos }: NearNames,
  types: SearchResultType[],
  filter: string | undefined,
): Ask[] {
  if (beginnings.length === 0) return [];
  const names = [
    beginnings.map((key) => `${TYPED} STARTS WITH "${key}"`).join(' OR '),
    ...(typos.length > 0 ? [inList(TYPED, typos)] : []),
  ];
  return names.map((name) => ({
    index,
    q: '',
    filter: both(`(${name})`, inList('type', types), filter),
    limit: MAX_READ,
    attributesToRetrieve: [...SHOWN, TYPED, 'at'],
  }));
}

/** Returns the near entries: by the length of the nearest name, type and date; completions before typos. */
export function nearIn(near: NearNames, [longer, mistyped]: Answer[]): Hit<StoredEntry>[] {
  const typos = new Set(near.typos);
  const ordered = (answer: Answer | undefined, isNear: (name: string) => boolean) =>
    (answer?.hits ?? [])
      .map((hit) => ({ hit, length: Math.min(...hit.typed.filter(isNear).map((name) => name.length)) }))
      .sort((a, b) => a.length - b.length || newestFirst(a.hit, b.hit))
      .map(({ hit }) => hit);
  const found = [
    ...ordered(longer, (name) => near.beginnings.some((key) => name.startsWith(key))),
    ...ordered(mistyped, (name) => typos.has(name)),
  ];
  return [...new Map(found.map((hit) => [hit.key, hit])).values()].slice(0, MAX_NEAR);
}
