import type { Settings } from 'meilisearch';
import type { SearchDocument, Suggestion } from '../search-engine.ts';
import { beginnings, CLASS_ORDER, typedBeginnings } from '../query/suggest.ts';
import { entryKey, LAYOUT } from './meilisearch-entry.ts';
import { askAll, inList, type Ask } from './meilisearch-ask.ts';
import type { Server } from './meilisearch-server.ts';

/** The attributes of beginnings by their class; their names contain the version, as in the other indexes. */
const startsOf = (order: number): `starts${typeof LAYOUT}${number}` => `starts${LAYOUT}${order}`;

/** An entry in the index of suggestions. */
interface StoredSuggestion extends Omit<Suggestion, 'match'> {
  key: string;
  /** The texts that suggest it, each with its beginnings. */
  texts: { text: string; starts: string[] }[];
  [START: `starts${typeof LAYOUT}${number}`]: string[];
}

/** Beginnings are matched by filters, as names are, so that both engines suggest the same. */
export const SUGGEST_SETTINGS: Settings = {
  searchableAttributes: [`none${LAYOUT}`],
  filterableAttributes: [
    {
      attributePatterns: CLASS_ORDER.map(startsOf),
      features: { facetSearch: false, filter: { equality: true, comparison: false } },
    },
  ],
  rankingRules: ['title:asc'],
  prefixSearch: 'disabled',
  facetSearch: false,
};

/** Returns what the index of suggestions stores of an entry; undefined for one that is not suggested. */
export function storedSuggestion(entry: SearchDocument): StoredSuggestion | undefined {
  const { type, id, slug = id, title, url, suggest = [] } = entry;
  const all = beginnings({ type, suggest });
  if (all.length === 0) return undefined;
  const texts = suggest.map((text, place) => ({
    text,
    starts: all.filter((each) => each.place === place).map(({ start }) => start),
  }));
  const byClass = CLASS_ORDER.map((order) => [
    startsOf(order),
    all.filter((each) => each.class === order).map(({ start }) => start),
  ]);
  return {
    ...{ key: entryKey({ type, id }), type, slug, title, url, texts },
    ...(Object.fromEntries(byClass) as Record<string, string[]>),
  };
}

/** Suggests entries: see `SearchEngine.suggest`. One request for each step of `typedBeginnings`. */
export async function suggest(server: Server, typed: string, limit: number): Promise<Suggestion[]> {
  for (const step of typedBeginnings(typed)) {
    const asks = CLASS_ORDER.flatMap((order): Ask[] => {
      const attribute = startsOf(order);
      const longer = step.map((start) => `${attribute} STARTS WITH "${start}"`).join(' OR ');
      // An entry with exactly this name comes before others that begin alike.
      return [inList(attribute, step), longer].map((filter) => ({
        index: 'suggestions',
        q: '',
        filter,
        limit,
      }));
    });
    const answers = await askAll<StoredSuggestion>(server, asks);
    const found = new Map(answers.flatMap(({ hits }) => hits).map((hit) => [hit.key, hit]));
    if (found.size > 0) return [...found.values()].slice(0, limit).map((hit) => suggestionOf(hit, step));
  }
  return [];
}

/** Returns a suggestion, with the text that begins as typed: the title if it does. */
function suggestionOf({ type, slug, title, url, texts }: StoredSuggestion, step: string[]): Suggestion {
  const begins = (starts: string[]) => starts.some((start) => step.some((typed) => start.startsWith(typed)));
  const match =
    texts.find(({ starts }) => starts.length > 0 && begins(starts.slice(0, 1))) ??
    texts.find(({ starts }) => begins(starts));
  return { type, slug, title, url, match: match?.text ?? title };
}
