import type { Knex } from 'knex';
import { migrations, type Migration } from './migrations/index.ts';

type Step = [name: string, migration: Migration];

const migrationSource = {
  getMigrations: async (): Promise<Step[]> => migrations,
  getMigrationName: ([name]: Step) => name,
  // Knex requires `down`.
  getMigration: async ([, migration]: Step) => ({
    up: (db: Knex) => migration.up(db),
    down: async () => {},
  }),
};

/** How Knex finds our migrations, and the table in which it stores the finished ones. */
export const migrationConfig = { migrationSource, tableName: 'migrations' };
