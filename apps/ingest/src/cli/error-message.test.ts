import { expect, it } from '@jest/globals';
import { openDatabase, write } from '@dossier/store';
import { createTestDatabase } from '@dossier/store/testing';
import { errorMessage } from './error-message.ts';

it('explains what to do when another program keeps the database locked', async () => {
  const database = await createTestDatabase('sqlite');
  const other = openDatabase(database.url, { lockWait: 0 });
  try {
    const error = await write(database.db, () =>
      write(other, async () => {}).then(
        () => undefined,
        (error: unknown) => error,
      ),
    );
    expect(errorMessage(error)).toMatch(/^Another program has been writing .* run the command again\.$/);
  } finally {
    await other.destroy();
    await database.close();
  }
});
