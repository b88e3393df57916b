import { domainToUnicode } from 'node:url';
import { shortForms, withoutForms, withoutUnseparatedForms } from './legal-forms.ts';
import { nameWords } from './tokens.ts';

/**
 * The keys of a name, as one word of letters and digits each: without case, accents, blanks, punctuation, `&` and `and`. A
 * name and a question are the same when they share a key.
 */
export interface NameKeys {
  /** As written. */
  written: string;
  /** With legal forms in their short spelling. */
  form: string;
  /** Without legal forms and a leading "The". */
  bare: string;
}

/** The maximum length of a key. Facets of Meilisearch and indexes of SQLite can store it, and nobody types longer names. */
const LONGEST = 120;
const URL_LIKE = /^(?:https?:\/\/|www\.)([^\s/?#:]+)\S*$/i;
/** The state of incorporation at the end of a name in EDGAR: `ACME CORP /DE/`. */
const STATE = /\s+\/[A-Z]{2,3}\/?\s*$/;
const ACRONYM = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu;

/** Returns the keys of a name or a question; undefined when it has no letter or digit. */
export function nameKeys(text: string): NameKeys | undefined {
  const plain =
    identifierIn(text) ?? text.replace(STATE, '').replace(ACRONYM, (dotted) => dotted.replaceAll('.', ''));
  const words = nameWords(plain).filter((word) => word !== 'and');
  if (words.length === 0) return undefined;
  const [written, form] = [words.join(''), shortForms(words).join('')];
  const bare = withoutUnseparatedForms(
    withoutForms(words.length > 1 && words[0] === 'the' ? words.slice(1) : words).join(''),
  );
  const [a, b, c] = [written, form, bare].map((key) => [...key].slice(0, LONGEST).join('')) as [
    string,
    string,
    string,
  ];
  return { written: a, form: b, bare: c };
}

/** Returns the distinct keys of names, in their order. */
export const keysOfNames = (names: string[]): string[] => [
  ...new Set(
    names.flatMap((name) => {
      const all = [nameKeys(name), /['’]s\b/i.test(name) ? nameKeys(name.replace(/['’]/g, '')) : undefined];
      return all.flatMap((keys) => (keys === undefined ? [] : [keys.written, keys.form, keys.bare]));
    }),
  ),
];

/**
 * Returns the identifier that a whole text is, in one spelling: the domain of a URL, the digits of an accession number, of a
 * CIK without its zeros, a ticker without its exchange.
 */
function identifierIn(text: string): string | undefined {
  const typed = text.trim().replace(/^["“”'@$#(]+|["“”'),.;!?]+$/gu, '');
  const host = URL_LIKE.exec(typed)?.[1];
  if (host !== undefined) {
    const domain = host.replace(/^www\./i, '').toLowerCase();
    return domainToUnicode(domain) || domain;
  }
  const digits = /^(?:cik[\s:#-]*)?([\d-]{3,})$/i.exec(typed)?.[1];
  if (digits !== undefined) return digits.replaceAll('-', '').replace(/^0+(?=\d)/, '');
  const listed = /^(?:nasdaq|nyse|amex|otc|lse|tsx)(?:\s*:\s*)([a-z.-]{1,6})$/i.exec(typed)?.[1];
  return listed ?? (typed === text.trim() ? undefined : typed);
}
