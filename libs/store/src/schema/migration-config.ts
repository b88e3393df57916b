import type { Knex } from 'knex';
import { prepareToWrite } from '../sql/distributed.ts';
import type { Trx } from '../sql/open.ts';
import { migrations, type Migration } from './migrations/index.ts';

type Step = [name: string, migration: Migration];

const migrationSource = {
  getMigrations: async (): Promise<Step[]> => migrations,
  getMigrationName: ([name]: Step) => name,
  // Knex requires `down`.
  getMigration: async ([, migration]: Step) => ({
    up: async (trx: Knex) => {
      await prepareToWrite(trx as Trx);
      await migration.up(trx);
    },
    down: async () => {},
  }),
};

/** How Knex finds our migrations, and the table in which it stores the finished ones. */
export const migrationConfig = { migrationSource, tableName: 'migrations' };
