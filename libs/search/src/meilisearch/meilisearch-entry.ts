import { createHash } from 'node:crypto';
import { searchResultType } from '@dossier/shared';
import type { SearchDocument, SearchKey, SearchResultType } from '../search-engine.ts';
import { entryHash } from '../entries/entry-hash.ts';
import { NAME_WEIGHT, OFTEN_FROM, TITLE_WEIGHT } from '../ranking/weights.ts';
import { writeStem, writeToken, writeTokens } from './meilisearch-words.ts';
import { countStems } from '../entries/stem-counts.ts';
import { rankedKeys, tokensOfEntry } from '../entries/entry-tokens.ts';
import { isFound } from '../indexes.ts';
import { KEY_RANK, type KeyRank } from '../names/name-spans.ts';

/** The version of stored entries and of tokens. Raise it when either changes; `reindex` then rebuilds the index. */
export const LAYOUT = 8;
const WORDS = `words${LAYOUT}`;

/** The searched attributes, by their names in the settings. */
export const NAMES = `${WORDS}.names`;
export const TITLE = `${WORDS}.title`;
export const OFTEN = `${WORDS}.often`;
export const BODY = `${WORDS}.body`;
/** The facets that ranking reads: what identifies an entry, and about how long it is. */
export const POSTING = 'posting';
export const SIZE = 'size';
/** The facet of stems, see `writeStem`. */
export const STEMS = 'stems';
/** The facets of names, see `keysOfEntry`. */
export const KEYS = 'keys';
export const TYPED = 'typed';
export const TITLED = 'titled';
/** The searched attributes, best first: names, title, words by how often the entry has them, all words. */
export const SEARCHED = [NAMES, TITLE, ...OFTEN_FROM.map((times) => `${OFTEN}${times}`), BODY];

/**
 * The server reads 65,535 positions of an attribute and silently drops the rest; the end of a list element takes eight.
 * A long body is therefore split into several attributes.
 */
const POSITIONS = 60_000;
const GAP = 8;

/**
 * How many names of an entry have an attribute of their own. More attributes slow down every query: with 1,500 of them,
 * a query took five times as long.
 */
const NAMES_APART = 20;

/** An entry as the server stores it: the shown fields, and the searched tokens. */
export interface StoredEntry extends SearchDocument {
  /** The primary key. */
  key: string;
  /** The date, in milliseconds since 1970. */
  at: number;
  posting: string;
  size: number;
  stems: string[];
  keys: string[];
  typed: string[];
  /** The keys of the title, if they are typed. */
  titled: string[];
  hash: string;
  slug: string;
  companies: number[];
  form: string;
  suggest: string[];
  aliases: string[];
  [WORDS: `words${number}`]: {
    names: Record<string, string | string[]>;
    title: string;
    body: Record<string, string[]>;
    [often: `often${number}`]: string[];
  };
}

/** The fields that a result shows. */
export const SHOWN = [
  'key',
  'type',
  'id',
  'slug',
  'names',
  'title',
  'excerpt',
  'url',
  'date',
  'passages',
] as const;

/**
 * Returns the primary key of an entry. Meilisearch allows only letters, digits, `-` and `_`, up to 511 bytes, and its
 * filters and facets ignore case.
 */
export function entryKey({ type, id }: SearchKey): string {
  if (/^[a-z0-9_-]{1,200}$/.test(id)) return `${type}_${id}`;
  return `${type}-${createHash('sha256').update(id).digest('hex')}`;
}

/** Returns the type of a found entry with this key. */
export const typeOfKey = (key: string): SearchResultType => searchResultType.parse(/^[a-z]+/.exec(key)?.[0]);

/** The fields of an entry that ranking needs. */
export interface Posting {
  key: string;
  /** Its number of tokens. */
  length: number;
  /** Its date, in milliseconds since 1970. */
  at: number;
}

/** Returns a facet value that is unique to the entry. The server lists the values of all results. */
const writePosting = ({ key, length, at }: Posting): string => `${key} ${length} ${at}`;

export function readPosting(text: string): Posting {
  const [key, length, at] = text.split(' ') as [string, string, string];
  return { key, length: Number(length), at: Number(at) };
}

/** Returns the number of tokens in the text of a posting. A query reads thousands of them, and of the rest only a few. */
export function lengthOf(text: string): number {
  const start = text.indexOf(' ') + 1;
  return Number(text.slice(start, text.indexOf(' ', start)));
}

export function storedEntry(document: SearchDocument): StoredEntry {
  const { type, id, slug = id, companies = [], form = '', suggest = [], names = [], aliases = [] } = document;
  const { title, excerpt, url, date, passages } = document;
  // No query finds a category by its title.
  const tokens = tokensOfEntry(isFound(type) ? document : { ...document, title: '' });
  const texts = [...tokens.body, ...tokens.forms];
  const counts = countStems(tokens);
  const times = new Map<string, number>();
  const count = (tokens: string[], weight: number) =>
    tokens.forEach((token) => times.set(token, (times.get(token) ?? 0) + weight));
  tokens.names.forEach((name) => count(name, NAME_WEIGHT));
  count(tokens.title, TITLE_WEIGHT);
  texts.forEach((text) => count(text, 1));
  const often = OFTEN_FROM.map((from) => {
    const words = [...times].filter(([, number]) => number >= from);
    return [`often${from}`, words.map(([word]) => writeToken(word))] as const;
  });
  const ranked = rankedKeys(document);
  const atLeast = (least: KeyRank) =>
    ranked.filter(({ rank }) => rank >= KEY_RANK[least]).map(({ name }) => name);
  const key = entryKey(document);
  const at = Date.parse(date);
  return {
    key,
    at,
    posting: writePosting({ key, length: counts.length, at }),
    size: sizeOf(counts.length),
    stems: [...counts.times].flatMap(([stem, times]) =>
      (times === 1 ? [0] : [0, times]).map((each) => writeStem(stem, each)),
    ),
    keys: ranked.map(({ name }) => name),
    typed: atLeast('name'),
    titled: atLeast('title'),
    hash: entryHash(document),
    ...{ type, id, slug, companies, form: form.toLowerCase(), suggest, names, aliases },
    ...{ title, excerpt, url, date, passages },
    [WORDS]: {
      names: namesOf(tokens.names.map(writeTokens)),
      title: writeTokens(tokens.title),
      ...Object.fromEntries(often),
      body: parts(texts),
    },
  };
}

/** Rounds a length to two digits, so that few different lengths exist. The server adds them up for the average. */
function sizeOf(length: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, length))) - 1);
  return Math.round(length / unit) * unit;
}

/** Puts each name into an attribute of its own, because a list of names never equals the query. */
const namesOf = (names: string[]): Record<string, string | string[]> => ({
  ...Object.fromEntries(names.slice(0, NAMES_APART).map((name, place) => [`name${place}`, name])),
  more: names.slice(NAMES_APART),
});

/** Splits texts into attributes. They stay list elements, so that no phrase matches across two texts. */
function parts(texts: string[][]): Record<string, string[]> {
  const cut: Record<string, string[]> = {};
  let part = 0;
  let room = POSITIONS;
  for (const tokens of texts) {
    for (let start = 0; start < tokens.length; start += POSITIONS) {
      const run = tokens.slice(start, start + POSITIONS);
      if (run.length > room) {
        part += 1;
        room = POSITIONS;
      }
      (cut[`part${part}`] ??= []).push(writeTokens(run));
      room -= run.length + GAP;
    }
  }
  return cut;
}
