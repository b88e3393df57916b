import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { Db } from '@dossier/store';
import { createTestDatabase, type Engine, type TestDatabase } from '@dossier/store/testing';
import { temporaryFolder, type Folder } from './files.ts';

/** Where the tests of a `describe` load files: a database, and a folder that each test has for itself. */
export interface Place {
  readonly db: Db;
  readonly url: string;
  readonly folder: Folder;
}

/** Prepares a database for the tests of a `describe`. Before each of them, these tables are emptied. */
export function placeOn(engine: Engine, ...tables: string[]): Place {
  let database: TestDatabase;
  let folder: Folder;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    folder = temporaryFolder();
    for (const table of tables) await database.db(table).delete();
  });
  afterEach(() => folder.remove());
  return {
    get db() {
      return database.db;
    },
    get url() {
      return database.url;
    },
    get folder() {
      return folder;
    },
  };
}
