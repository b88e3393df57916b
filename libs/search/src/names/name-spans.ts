import { nameKeys } from './name-keys.ts';
import { isGeneric, isStopWord } from '../words/stop-words.ts';
import { hasDigit, tokenize } from '../words/tokens.ts';

/** A part of a query that may be the name of a company. */
export interface NameSpan {
  /** Its keys as a name. */
  keys: string[];
  /** Its tokens, as texts have them. */
  tokens: string[];
  /** The places of its first and last chunk in the query. */
  first: number;
  last: number;
  /** How likely its capital letters make it a name: those of the first word of a query say less. */
  capitals: 'none' | 'first' | 'inside';
}

/** How a key names a company: as its title, by another name, or by a ticker, a number or a domain. */
export const KEY_RANK = { alias: 0, name: 1, title: 2 } as const;
export type KeyRank = keyof typeof KEY_RANK;

/** A company that has a key of a span. */
export interface KeyOwner<K> {
  key: string;
  owner: K;
  rank: number;
  /** The title of the company. */
  title: string;
}

/** Names have few words, and a query about a company begins or ends with it. */
const MAX_SPAN = 6;
const MAX_CHUNKS = 24;
/** In a longer query, a single word in lower case is no name: growth, target and block are companies too. */
const SHORT_QUERY = 6;
/** A ticker, or a name of one word in lower case, is a word if more than this share of the documents have it. */
const COMMON = 0.02;
/** A name is a word only if more documents than these have it: a small index has few documents about others. */
const FEW_DOCUMENTS = 20;
/** The most companies of one name. */
const MAX_OWNERS = 5;
const MAX_NAMES = 5;

/** A quoted phrase is one chunk. */
const CHUNK = /"[^"]*"|[^\s,;:?!"“”„()[\]{}/|<>]+/gu;
const POSSESSIVE = /['’‘＇]s$/iu;

/** Returns the parts of a query that may be names, longest first. The whole query is not one of them. */
export function nameSpans(text: string): NameSpan[] {
  const chunks = [...text.matchAll(CHUNK)]
    .filter(([chunk]) => /[\p{L}\p{N}]/u.test(chunk))
    .slice(0, MAX_CHUNKS);
  const words = chunks.filter(([chunk]) => !isStop(chunk)).length;
  const spans: NameSpan[] = [];
  for (let length = Math.min(MAX_SPAN, chunks.length - 1); length > 0; length--) {
    for (let first = 0; first + length <= chunks.length; first++) {
      const own = chunks.slice(first, first + length);
      if (own.every(([chunk]) => tokenize(chunk).every(({ text: token }) => isGeneric(token)))) continue;
      const last = own.at(-1)!;
      const written = text.slice(own[0]!.index, last.index + last[0].length);
      const capitals = capitalsOf(
        own.map(([chunk]) => chunk),
        first,
      );
      if (length === 1 && capitals === 'none' && words > SHORT_QUERY) continue;
      const keys = [
        ...new Set([written, written.replace(POSSESSIVE, '')].flatMap((each) => keysOf(each, length))),
      ];
      const tokens = tokenize(written.replace(POSSESSIVE, '')).map((token) => token.text);
      if (keys.length > 0) spans.push({ keys, tokens, first, last: first + length - 1, capitals });
    }
  }
  return spans;
}

const isStop = (chunk: string) => tokenize(chunk).every(({ text }) => isStopWord(text));

/** A legal form is a span of its own, so only a name in one chunk is read without it: a car company is not Car Co. */
function keysOf(written: string, length: number): string[] {
  const keys = nameKeys(written);
  if (keys === undefined || /^\d+$/.test(keys.written)) return [];
  return length === 1 ? [keys.written, keys.form, keys.bare] : [keys.written, keys.form];
}

function capitalsOf(chunks: string[], first: number): NameSpan['capitals'] {
  const isWritten = chunks.some((chunk, place) =>
    /\p{Lu}/u.test(first + place === 0 ? chunk.slice(1) : chunk),
  );
  if (isWritten) return 'inside';
  return first === 0 && /^\p{Lu}/u.test(chunks[0]!) ? 'first' : 'none';
}

/**
 * Returns the spans that name companies, each with its owners, the likeliest name first. A longer span wins over those in
 * it. A query with capital letters writes names with them. Otherwise the rarer name comes first.
 * @param found the companies that have keys of the spans
 * @param countOf how many entries have these tokens
 * @param documents how many documents there are, and how many have these tokens
 */
export function namesInQuery<K>(
  spans: NameSpan[],
  found: KeyOwner<K>[],
  countOf: (tokens: string[]) => number,
  documents: { all: number; having: (tokens: string[]) => number },
): { span: NameSpan; owners: K[]; phrases: string[][] }[] {
  const byKey = new Map<string, KeyOwner<K>[]>();
  for (const each of found) byKey.set(each.key, [...(byKey.get(each.key) ?? []), each]);
  const isWord = ({ tokens, capitals, first, last }: NameSpan, rank: number) => {
    if (capitals === 'inside' || tokens.some(hasDigit)) return false;
    if (rank > KEY_RANK.alias && (capitals !== 'none' || first !== last)) return false;
    const few = rank > KEY_RANK.alias ? FEW_DOCUMENTS : 0;
    return documents.having(tokens) > Math.max(few, COMMON * documents.all);
  };
  const taken = new Set<number>();
  const names = spans.flatMap((span) => {
    const places = Array.from({ length: span.last - span.first + 1 }, (_, step) => span.first + step);
    if (places.some((place) => taken.has(place))) return [];
    const owners = span.keys.flatMap((key) => byKey.get(key) ?? []).sort((a, b) => b.rank - a.rank);
    const best = owners[0]?.rank;
    if (best === undefined || isWord(span, best)) return [];
    places.forEach((place) => taken.add(place));
    return {
      span,
      owners: [...new Set(owners.map(({ owner }) => owner))].slice(0, MAX_OWNERS),
      phrases: phrasesOf(span, owners),
    };
  });
  const isCapital = names.some(({ span }) => span.capitals === 'inside');
  const kept = isCapital ? names.filter(({ span }) => span.capitals !== 'none') : names;
  const isSure = kept.every(({ span }) => span.capitals === 'inside');
  const order = kept.map((name) => ({ name, rarity: isSure ? name.span.first : countOf(name.span.tokens) }));
  return order
    .sort((a, b) => a.rarity - b.rarity || a.name.span.first - b.name.span.first)
    .map(({ name }) => name)
    .slice(0, MAX_NAMES);
}

/**
 * Returns how texts write the name of a span: as typed, in one word, and as the title of its companies without a legal form,
 * because nobody writes a ticker in a sentence.
 */
function phrasesOf({ tokens }: NameSpan, owners: { title: string }[]): string[][] {
  const typed = tokens.length > 1 && !tokens.some(hasDigit) ? [tokens, [tokens.join('')]] : [tokens];
  const titles = [...new Set(owners.map(({ title }) => title))].slice(0, MAX_OWNERS).map(bareTokens);
  const phrases = new Map([...typed, ...titles].map((phrase) => [phrase.join(' '), phrase]));
  return [...phrases.values()].filter((phrase) => phrase.length > 0);
}

/** Returns the tokens of a name without its legal form. */
function bareTokens(name: string): string[] {
  const tokens = tokenize(name).map(({ text }) => text);
  const bare = nameKeys(name)?.bare;
  for (const first of [0, 1])
    for (let end = tokens.length; end > first; end--)
      if (tokens.slice(first, end).join('') === bare) return tokens.slice(first, end);
  return tokens;
}
