import type { Knex } from 'knex';
import * as baseline from './0001-baseline/index.ts';
import * as heldStatements from './0002-held-statements.ts';
import * as webhooks from './0003-webhooks.ts';
import * as sessions from './0004-sessions.ts';
import * as savedEmbeds from './0005-saved-embeds.ts';
import * as companiesByYear from './0006-companies-by-year.ts';
import * as testKeys from './0007-test-keys.ts';
import * as ownColumns from './0008-own-columns.ts';
import * as lists from './0009-lists.ts';
import * as companyOfCitations from './0010-company-of-citations.ts';
import * as reviewers from './0011-reviewers.ts';
import * as figuresOfCategories from './0012-figures-of-categories.ts';
import * as usageOfOperations from './0013-usage-of-operations.ts';
import * as companiesOfCountryByYear from './0014-companies-of-country-by-year.ts';
import * as newestMessages from './0015-newest-messages.ts';

/** A change of the schema. Programs go back to an older one by a backup, so it has no reverse. */
export interface Migration {
  up(db: Knex): Promise<void>;
}

/** All migrations, in order. A new one is a file and a line at the end. A released migration never changes. */
export const migrations: [name: string, migration: Migration][] = [
  ['0001-baseline', baseline],
  ['0002-held-statements', heldStatements],
  ['0003-webhooks', webhooks],
  ['0004-sessions', sessions],
  ['0005-saved-embeds', savedEmbeds],
  ['0006-companies-by-year', companiesByYear],
  ['0007-test-keys', testKeys],
  ['0008-own-columns', ownColumns],
  ['0009-lists', lists],
  ['0010-company-of-citations', companyOfCitations],
  ['0011-reviewers', reviewers],
  ['0012-figures-of-categories', figuresOfCategories],
  ['0013-usage-of-operations', usageOfOperations],
  ['0014-companies-of-country-by-year', companiesOfCountryByYear],
  ['0015-newest-messages', newestMessages],
];
