import type { Settings } from 'meilisearch';
import type { SearchDocument, Suggestion } from '../search-engine.ts';
import { CLASSES, CLASS_ORDER, foldBeginning, isDomain, withoutUrl } from '../suggest.ts';
import { entryKey, LAYOUT } from './meilisearch-entry.ts';
import { askAll } from './meilisearch-ask.ts';
import type { Server } from './meilisearch-server.ts';

/** The searched attribute; its name contains the version, as in the other indexes. */
const TEXTS = `texts${LAYOUT}`;

/** An entry in the index of suggestions. */
interface StoredSuggestion extends Omit<Suggestion, 'match'> {
  key: string;
  class: number;
  [TEXTS: `texts${number}`]: string[];
}

/**
 * Prefixes and typos are the server's own. `attribute` puts words at the beginning of a text first. The server counts a
 * wrong first letter as two typos.
 */
export const SUGGEST_SETTINGS: Settings = {
  searchableAttributes: [TEXTS],
  filterableAttributes: ['class'],
  rankingRules: ['words', 'typo', 'attribute', 'exactness', 'title:asc'],
  typoTolerance: { enabled: true, minWordSizeForTypos: { oneTypo: 4, twoTypos: 6 } },
  prefixSearch: 'indexingTime',
  facetSearch: false,
};

/** Returns what the index of suggestions stores of an entry; undefined for one that is not suggested. */
export function storedSuggestion(entry: SearchDocument): StoredSuggestion | undefined {
  const { type, id, slug = id, title, url, suggest = [] } = entry;
  if (suggest.length === 0) return undefined;
  return { key: entryKey({ type, id }), type, slug, title, url, class: CLASSES[type], [TEXTS]: suggest };
}

/**
 * Suggests entries: see `SearchEngine.suggest`. One request. The server mixes exact matches with typos, and whole texts
 * with words inside texts, so this function sorts them.
 */
export async function suggest(server: Server, typed: string, limit: number): Promise<Suggestion[]> {
  const plain = withoutUrl(typed);
  const folded = foldBeginning(plain);
  if (folded === '') return [];
  // To the server a minus before a word excludes it, and quotes make a phrase.
  const q = plain.replace(/"|(?<![\p{L}\p{N}])-+/gu, ' ').trim();
  const classes = CLASS_ORDER.filter((each) => each !== CLASSES.inside);
  const answers = await askAll<StoredSuggestion>(
    server,
    classes.map((each) => ({ index: 'suggestions', q, filter: `class = ${each}`, limit })),
  );
  const found = answers.flatMap(({ hits }) => hits.flatMap((hit) => matched(hit, folded) ?? []));
  const place = ({ how }: { how: How }) => ORDER.indexOf(how);
  const best = found.filter(({ how }) => how !== 'near');
  // The sort is stable: within a place, the order is that of the types and then of the server.
  return (best.length > 0 ? best : found)
    .sort((a, b) => place(a) - place(b))
    .slice(0, limit)
    .map(({ suggestion }) => suggestion);
}

/** How a typed text matches: a text begins with it, a word inside a text does, or only with a typo. */
const ORDER = ['whole', 'inside', 'near'] as const;
type How = (typeof ORDER)[number];

/** Returns how an entry matches; undefined if only a word inside a domain does, such as `com`. */
function matched(stored: StoredSuggestion, folded: string): { suggestion: Suggestion; how: How } | undefined {
  const { type, slug, title, url } = stored;
  const texts = stored[TEXTS as `texts${number}`]!;
  const begins = texts.filter((text) => foldBeginning(text).startsWith(folded)).sort(byFolded);
  const inside = texts.filter((text) => foldBeginning(text).includes(` ${folded}`));
  const whole = begins.find((text) => text === texts[0] || !isDomain(text));
  const match = whole ?? inside.find((text) => !isDomain(text)) ?? begins[0];
  if (match === undefined && inside.length > 0) return undefined;
  const how = whole !== undefined ? 'whole' : match !== undefined ? 'inside' : 'near';
  return { suggestion: { type, slug, title, url, match: match ?? title }, how };
}

const byFolded = (a: string, b: string): number => (foldBeginning(a) < foldBeginning(b) ? -1 : 1);
