import { expect, it } from '@jest/globals';
import { openDatabase, write } from '@dossier/store';
import { createTestDatabase } from '@dossier/store/testing';
import { sentenceOf } from './run.ts';

it('a database that another program writes to for too long is told with what to do', async () => {
  const database = await createTestDatabase('sqlite');
  const other = openDatabase(database.url, { lockWait: 0 });
  try {
    const error = await write(database.db, () =>
      write(other, async () => {}).then(
        () => undefined,
        (error: unknown) => error,
      ),
    );
    expect(sentenceOf(error)).toMatch(/^Another program has been writing .* Run the command again /);
  } finally {
    await other.destroy();
    await database.close();
  }
});
