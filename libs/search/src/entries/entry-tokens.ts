import { amountsIn } from '../words/amounts.ts';
import { joinedIn } from '../words/joined.ts';
import { keysOfNames } from '../names/name-keys.ts';
import { KEY_RANK } from '../names/name-spans.ts';
import type { SearchDocument } from '../search-engine.ts';
import { tokenize } from '../words/tokens.ts';

/** The tokens that queries find an entry by. */
export interface EntryTokens {
  names: string[][];
  title: string[];
  /** The titles and texts of the passages, without empty ones. */
  body: string[][];
  /** Other spellings of what the texts have: amounts in digits, `ecommerce` for `e-commerce`, `levis` for `Levi's`. */
  forms: string[][];
}

/** The keys that queries find an entry by, see `name-keys.ts`. */
interface EntryKeys {
  /** The keys of names, titles and identifiers. */
  keys: string[];
  /** Those that a query may be the beginning of, or may have a typo in. */
  typed: string[];
}

type Texts = Pick<SearchDocument, 'names' | 'title' | 'passages'>;

export function tokensOfEntry({ names = [], title, passages }: Texts): EntryTokens {
  const texts = passages.flatMap((passage) => [passage.title, passage.text]);
  return {
    names: names.map(tokensOf).filter((tokens) => tokens.length > 0),
    title: tokensOf(title),
    body: texts.map(tokensOf).filter((tokens) => tokens.length > 0),
    forms: [...new Set([title, ...texts].flatMap(otherForms))].map((form) => form.split(' ')),
  };
}

export function keysOfEntry(entry: Pick<SearchDocument, 'type' | 'names' | 'title' | 'aliases'>): EntryKeys {
  const { type, names = [], title, aliases = [] } = entry;
  const isNumber = (key: string) => /^\d+$/.test(key);
  const typed = { company: [...names, title], document: [title], news: [title], filing: [], category: [] }[
    type
  ];
  return {
    keys: keysOfNames([...names, title, ...aliases]),
    typed: keysOfNames(typed).filter((key) => !isNumber(key)),
  };
}

/** Returns the keys with how they name the entry. Only the title of a company or document names it in full. */
export function rankedKeys(entry: Parameters<typeof keysOfEntry>[0]): { name: string; rank: number }[] {
  const { keys, typed } = keysOfEntry(entry);
  const [isTyped, isTitle] = [new Set(typed), new Set(keysOfNames([entry.title]))];
  const rankOf = (key: string) =>
    !isTyped.has(key) ? KEY_RANK.alias : isTitle.has(key) ? KEY_RANK.title : KEY_RANK.name;
  return keys.map((name) => ({ name, rank: rankOf(name) }));
}

const tokensOf = (text: string): string[] => tokenize(text).map((token) => token.text);

const otherForms = (text: string): string[] => [
  ...amountsIn(text).map((amount) => tokensOf(amount).join(' ')),
  ...joinedIn(text),
];
