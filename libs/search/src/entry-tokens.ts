import { amountsIn } from './amounts.ts';
import { keysOfNames } from './name-keys.ts';
import type { SearchDocument } from './search-engine.ts';
import { tokenize } from './tokens.ts';

/** The tokens that questions find an entry by. */
export interface EntryTokens {
  names: string[][];
  title: string[];
  /** The titles and texts of the passages, without empty ones. */
  body: string[][];
  /** Other spellings of what the texts have: amounts in digits, `ecommerce` for `e-commerce`. */
  forms: string[];
}

/** The keys that questions find an entry by, see `name-keys.ts`. */
interface EntryKeys {
  /** The keys of names, titles and identifiers. */
  keys: string[];
  /** Those that a question may be the beginning of, or may have a typo in. */
  typed: string[];
}

const HYPHENATED = /(?<![\p{L}\p{N}-])\p{L}+(?:-\p{L}+)+(?![\p{L}\p{N}-])/gu;

type Texts = Pick<SearchDocument, 'names' | 'title' | 'passages'>;

export function tokensOfEntry({ names = [], title, passages }: Texts): EntryTokens {
  const texts = passages.flatMap((passage) => [passage.title, passage.text]);
  return {
    names: names.map(tokensOf).filter((tokens) => tokens.length > 0),
    title: tokensOf(title),
    body: texts.map(tokensOf).filter((tokens) => tokens.length > 0),
    forms: [...new Set([title, ...texts].flatMap(otherForms))],
  };
}

export function keysOfEntry(entry: Pick<SearchDocument, 'type' | 'names' | 'title' | 'aliases'>): EntryKeys {
  const { type, names = [], title, aliases = [] } = entry;
  const isNumber = (key: string) => /^\d+$/.test(key);
  const typed = { company: [...names, title], document: [title], filing: [], category: [] }[type];
  return {
    keys: keysOfNames([...names, title, ...aliases]),
    typed: keysOfNames(typed).filter((key) => !isNumber(key)),
  };
}

const tokensOf = (text: string): string[] => tokenize(text).map((token) => token.text);

const otherForms = (text: string): string[] => [
  ...amountsIn(text),
  ...(text.match(HYPHENATED) ?? []).flatMap((word) => tokensOf(word.replaceAll('-', ''))),
];
