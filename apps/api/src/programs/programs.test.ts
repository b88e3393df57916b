import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { migrate, openDatabase, write } from '@dossier/store';
import { openPrograms } from './programs.ts';

it('a question is answered while changes wait for a load', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-programs-'));
  const databaseUrl = `sqlite:${join(folder, 'data.db')}`;
  const searchUrl = `sqlite:${join(folder, 'search.db')}`;
  const db = openDatabase(databaseUrl);
  await migrate(db);
  const programs = openPrograms({ databaseUrl, searchUrl, searchKey: undefined, embeddings: undefined });
  const ended: string[] = [];
  let started = 0;
  const change = () =>
    programs
      .run('ingest', ['undo', '--json', '1'], { onStart: () => (started += 1) })
      .catch(() => {})
      .then(() => ended.push('change'));
  const changes: Promise<unknown>[] = [];
  await write(db, async () => {
    changes.push(change(), change());
    await programs.run('ingest', ['status', '--json']).then(() => ended.push('question'));
  });
  await Promise.all(changes);
  expect([started, ended]).toEqual([2, ['question', 'change', 'change']]);
  await db.destroy();
  rmSync(folder, { recursive: true });
});
