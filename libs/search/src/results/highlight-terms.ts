import { formsOfAmount } from '../words/amounts.ts';
import { anyFormOf, type Alternatives } from './highlight.ts';
import { withoutStopWords, type Lookup } from '../query/lookup.ts';
import type { ParsedQuery } from '../query/query.ts';

/** Returns what results highlight: the terms in all their spellings, and the name in one word; no stop words. */
export function highlighted({ name }: ParsedQuery, lookups: Lookup[]): Alternatives[] {
  const terms = withoutStopWords(lookups).map(({ alternatives, exact }) =>
    alternatives.flatMap((tokens) => {
      const [token] = tokens.length === 1 ? tokens : [];
      if (token === undefined) return [tokens];
      if (isAmount(token)) return formsOfAmount(token);
      return exact ? [tokens] : [tokens, anyFormOf(token)];
    }),
  );
  return name === undefined || lookups.length < 2 ? terms : [...terms, [[name.bare]]];
}

const isAmount = (token: string) => /^\d{4,}$/.test(token) && !/^(?:19|20)\d\d$/.test(token);
