/**
 * The names that the command line offers, in lists of their own: the registries `kinds/index.ts` and
 * `readers/index.ts` load every parser. A test compares the lists with them.
 */

interface KindName {
  name: string;
  /** Also the name of its table. */
  plural: string;
  /** Its natural key, as written in a command. */
  key: string;
}

export const kindNames: KindName[] = [
  { name: 'company', plural: 'companies', key: '<domain>' },
  { name: 'dataset', plural: 'datasets', key: '<domain> <name>' },
  { name: 'document', plural: 'documents', key: '<slug>' },
  { name: 'filing', plural: 'filings', key: '<domain> <accession_number>' },
  { name: 'event', plural: 'events', key: '<domain> <type> <event_date> <name>' },
  { name: 'category', plural: 'categories', key: '<slug>' },
  { name: 'news', plural: 'news', key: '<domain> <release_date> <headline>' },
  { name: 'metric', plural: 'metrics', key: '<domain> <observation_key>' },
];

export const formatNames = ['ndjson', 'json', 'csv', 'tsv', 'xlsx', 'yaml', 'md', 'html'];
