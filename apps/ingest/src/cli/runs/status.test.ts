import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@dossier/store/testing';
import type { Status } from './status.ts';
import { callIngest } from '../../testing/command.ts';
import { temporaryFolder, type Folder } from '../../testing/files.ts';

const ACME = { domain: 'acme.com', name: 'Acme', type: 'private' };
const WRONG = { name: 'Nowhere', type: 'private' };

describe('rejected rows in the status', () => {
  let database: TestDatabase;
  let folder: Folder;
  beforeEach(async () => {
    database = await createTestDatabase('sqlite');
    folder = temporaryFolder();
  });
  afterEach(async () => {
    await database.close();
    folder.remove();
  });

  const at = (name: string) => join(folder.path, name);
  const call = (...args: string[]) =>
    callIngest(args, { DATABASE_URL: database.url, SEARCH_URL: `sqlite:${at('search.db')}` });
  /** Loads companies from a file; what is rejected goes to that file with `.rejects` before its extension. */
  const load = (name: string, ...more: string[]) =>
    call('load', 'companies', at(name), '--rejects', at(name.replace('.', '.rejects.')), ...more);
  /** The sources of the runs whose rejects are listed, newest first. */
  const listed = async () => {
    const { rejects } = JSON.parse((await call('status', '--json')).stdout) as Status;
    return rejects.map(({ source }) => source.replaceAll(`${folder.path}/`, ''));
  };

  it('lists the rejected rows from the last load of each source', async () => {
    folder.write('a.ndjson', [ACME, WRONG]);
    folder.write('b.ndjson', [WRONG]);
    for (const name of ['a.ndjson', 'b.ndjson', 'a.ndjson'])
      expect(await load(name)).toMatchObject({ code: 3 });
    expect(await listed()).toEqual(['a.ndjson', 'b.ndjson']);
    folder.write('a.ndjson', [ACME]);
    await load('a.ndjson');
    expect(await listed()).toEqual(['b.ndjson']);
    // Another kind of record is another feed.
    folder.write('b.ndjson', [{ name: 'Tools' }]);
    await call('load', 'categories', at('b.ndjson'));
    expect(await listed()).toEqual(['b.ndjson']);
  });

  it('omits a run whose dead-letter file was loaded, and lists the rows rejected again', async () => {
    folder.write('a.ndjson', [WRONG, { ...WRONG, name: 'Other' }]);
    folder.write('b.ndjson', [WRONG]);
    await load('a.ndjson');
    await load('b.ndjson');
    await load('a.rejects.ndjson');
    expect(await listed()).toEqual(['a.rejects.ndjson', 'b.ndjson']);
    expect((await call('status')).stdout).toContain(`\n    ${at('a.rejects.rejects.ndjson')}\n`);
    folder.write('mended.ndjson', [ACME]);
    await call('load', 'companies', at('mended.ndjson'), at('b.rejects.ndjson'), '--rejects', at('c.ndjson'));
    expect(await listed()).toEqual(['mended.ndjson b.rejects.ndjson', 'a.rejects.ndjson']);
  });

  it('still lists rejected rows after a later load that stored nothing', async () => {
    folder.write('a.ndjson', [WRONG]);
    await load('a.ndjson');
    await load('a.ndjson', '--dry-run');
    await load('a.ndjson', '--mapping', 'none.yaml');
    expect(await listed()).toEqual(['a.ndjson']);
    // A refused load has rejects of its own, and settles none.
    await load('a.ndjson', '--max-errors', '0', '--rejects', at('other.ndjson'));
    expect(await listed()).toEqual(['a.ndjson', 'a.ndjson']);
  });

  it('names a dead-letter file that a later run has overwritten', async () => {
    folder.write('a.ndjson', [WRONG]);
    folder.write('b.ndjson', [WRONG]);
    for (const name of ['a.ndjson', 'b.ndjson'])
      await call('load', 'companies', at(name), '--rejects', at('r.ndjson'));
    const { stdout } = await call('status');
    expect(
      stdout
        .split('Rejects:\n')[1]!
        .replaceAll(/ {2}\S+ \S+ load/g, '  load')
        .split('\n'),
    ).toEqual([
      `  load companies ${at('b.ndjson')}: missing domain 1`,
      `    ${at('r.ndjson')}`,
      `  load companies ${at('a.ndjson')}: missing domain 1`,
      `    overwritten by a later run: ${at('r.ndjson')}; load the source again`,
      '',
    ]);
  });

  it('covers as many runs as --runs sets', async () => {
    for (let i = 0; i < 12; i += 1) folder.write(`${i}.ndjson`, [WRONG]);
    for (let i = 0; i < 12; i += 1) await load(`${i}.ndjson`);
    const statusWith = async (...more: string[]) =>
      JSON.parse((await call('status', '--json', ...more)).stdout) as Status;
    const [usual, few, all] = [
      await statusWith(),
      await statusWith('--runs', '2'),
      await statusWith('--runs', '1000'),
    ];
    expect([usual, few, all].map(({ runs }) => runs.length)).toEqual([10, 2, 12]);
    expect([usual, few, all].map(({ rejects }) => rejects.length)).toEqual([10, 2, 12]);
  });
});
