/**
 * The weights of ranking. A match in a title counts as much as this many in the body. A match in a name counts more than
 * any text can repeat a word.
 *
 * FTS5 applies them to each query. A Meilisearch index contains them: change `LAYOUT` of `meilisearch-entry.ts` with
 * them, so that existing indexes are rebuilt.
 */
export const TITLE_WEIGHT = 5;
export const NAME_WEIGHT = 1_000;

/**
 * Meilisearch does not count words. An entry there has a list of the words that it contains at least this many times; a
 * match in the title or in a name counts by its weight.
 */
export const OFTEN_FROM = [NAME_WEIGHT, TITLE_WEIGHT, 3, 2] as const;
