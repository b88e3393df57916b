import { migrations, type Migration } from './migrations/index.ts';

type Step = [name: string, migration: Migration];

const migrationSource = {
  getMigrations: async (): Promise<Step[]> => migrations,
  getMigrationName: ([name]: Step) => name,
  // Knex requires `down`.
  getMigration: async ([, { up }]: Step) => ({ up, down: async () => {} }),
};

/** How Knex finds our migrations, and the table in which it stores the finished ones. */
export const migrationConfig = { migrationSource, tableName: 'migrations' };
