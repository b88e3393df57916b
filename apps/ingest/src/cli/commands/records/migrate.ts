import { migrate, unlockMigrations } from '@dossier/store';
import { readConfig } from '../../config.ts';
import { withDatabase } from '../../database.ts';
import { exitCode } from '../../exit-codes.ts';
import type { Io } from '../../io.ts';
import type { MigrateFlags } from '../../flags.ts';

/** Updates the database schema. */
export const runMigrate = (io: Io, { unlock }: MigrateFlags): Promise<number> =>
  withDatabase(
    readConfig(io.env),
    async (db) => {
      if (unlock) await unlockMigrations(db);
      await migrate(db);
      io.out('The database schema is up to date.\n');
      return exitCode.done;
    },
    async () => {},
  );
