/**
 * Words that carry no meaning in a query: the stop words of Lucene's EnglishAnalyzer, and the pronouns, auxiliaries and
 * question words of English. Highlights and relaxed queries leave them out. Whole matches do not: a name may have them.
 */
const STOP_WORDS = new Set(
  (
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to ' +
    'was will with i me my we our us you your he she his her its them who whose what which when where why how do doe ' +
    'does did has have had can could may might should would shall been being am were from about than so'
  ).split(' '),
);

export const isStopWord = (token: string): boolean => STOP_WORDS.has(token);

/** The nouns for what every company is. A query that has other words finds companies that do not say what they are. */
const COMPANY_NOUNS = new Set(['company', 'startup', 'firm', 'business', 'corporation']);

/** Returns whether a word says nothing about an entry. It ranks, but no entry needs to have it. */
export const isGeneric = (token: string): boolean => STOP_WORDS.has(token) || COMPANY_NOUNS.has(token);
