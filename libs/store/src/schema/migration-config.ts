import { migrations, type Migration } from './migrations/index.ts';

type Step = { name: string; migration: Migration };

const migrationSource = {
  getMigrations: async (): Promise<Step[]> => migrations.map(([name, migration]) => ({ name, migration })),
  getMigrationName: (step: Step) => step.name,
  getMigration: async (step: Step) => step.migration,
};

/** How Knex finds our migrations, and the table in which it stores the finished ones. */
export const migrationConfig = { migrationSource, tableName: 'migrations' };
