import { changeKind, recordKinds } from '@dossier/shared';

/**
 * The names that the command line offers, in lists of their own: the registries `kinds/index.ts` and
 * `readers/formats/index.ts` load every parser. A test compares the lists with them.
 */

export const kindNames = changeKind.options.map((name) => ({ name, ...recordKinds[name] }));

export const formatNames = ['ndjson', 'json', 'csv', 'tsv', 'xlsx', 'yaml', 'md', 'html'];
