import { changeKind, pluralOf, type ChangeKind } from '@dossier/shared';

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

const KEYS: Record<ChangeKind, string> = {
  company: '<domain>',
  dataset: '<domain> <name>',
  document: '<slug>',
  filing: '<domain> <accession_number>',
  event: '<domain> <type> <event_date> <name>',
  category: '<slug>',
  news: '<domain> <release_date> <headline>',
  metric: '<domain> <observation_key>',
};

export const kindNames: KindName[] = changeKind.options.map((name) => ({
  name,
  plural: pluralOf[name],
  key: KEYS[name],
}));

export const formatNames = ['ndjson', 'json', 'csv', 'tsv', 'xlsx', 'yaml', 'md', 'html'];
