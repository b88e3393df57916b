import { domainToUnicode } from 'node:url';
import { nameKeys as keysOfName, type NameKeys } from '@dossier/shared';
import { simplifiedAll } from '../words/simplified.ts';

export type { NameKeys } from '@dossier/shared';

/** The maximum length of a key. Facets of Meilisearch and indexes of SQLite can store it, and nobody types longer names. */
const MAX_KEY = 120;
const URL_LIKE = /^(?:https?:\/\/|www\.)([^\s/?#:]+)\S*$/i;

/** Returns the keys of a name, an identifier or a query; undefined when it has no letter or digit. */
export function nameKeys(text: string): NameKeys | undefined {
  const keys = keysOfName(simplifiedAll(identifierIn(text) ?? text));
  if (keys === undefined) return undefined;
  const cut = (key: string) => [...key].slice(0, MAX_KEY).join('');
  return { written: cut(keys.written), form: cut(keys.form), bare: cut(keys.bare) };
}

/** Returns the distinct keys of names, in their order. */
export const keysOfNames = (names: string[]): string[] => [
  ...new Set(
    names.flatMap((name) => {
      const keys = nameKeys(name);
      return keys === undefined ? [] : [keys.written, keys.form, keys.bare];
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
  return /^(?:nasdaq|nyse|amex|otc|lse|tsx)(?:\s*:\s*)([a-z.-]{1,6})$/i.exec(typed)?.[1];
}
