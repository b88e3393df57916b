import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { openSearch } from '@dossier/search';
import { startEmbeddings } from '@dossier/search/testing';
import { openDatabase } from '@dossier/store';
import { chunkedBytes, temporaryFolder, type Folder } from '../../../testing/files.ts';
import { run } from '../../run.ts';

const COMPANIES = [
  { domain: 'acme.com', name: 'Acme', type: 'private' },
  { domain: 'bolt.io', name: 'Bolt', type: 'private' },
];

describe('npm run ingest, search index commands', () => {
  let folder: Folder;
  let env: Record<string, string>;
  beforeEach(async () => {
    folder = temporaryFolder();
    env = {
      DATABASE_URL: `sqlite:${join(folder.path, 'dossier.db')}`,
      SEARCH_URL: `sqlite:${join(folder.path, 'search.db')}`,
    };
    await call('load', 'companies', folder.write('c.ndjson', COMPANIES));
  });
  afterEach(() => folder.remove());

  const callOn = async (terminal: NodeJS.WritableStream | undefined, ...args: string[]) => {
    const output = { stdout: '', stderr: '' };
    const code = await run(args, {
      env,
      stdin: chunkedBytes(new Uint8Array(), 1),
      out: (text) => (output.stdout += text),
      err: (text) => (output.stderr += text),
      terminal,
    });
    return { code, ...output, stdout: output.stdout.replace(/\(\d+(\.\d+)? s\)/g, '(<time>)') };
  };
  const call = (...args: string[]) => callOn(undefined, ...args);
  const damage = async () => {
    const search = await openSearch(env['SEARCH_URL']!);
    await search.remove([{ type: 'company', id: '2' }]);
    await search.close();
  };
  const status = async () => {
    const { stdout } = await call('status', '--json');
    return JSON.parse(stdout) as {
      runs: { command: string; source: string; outcome: string; counts: object }[];
    };
  };

  it('rebuilds the index and records the run', async () => {
    await damage();
    expect(await call('reindex')).toEqual({
      code: 0,
      stderr: '',
      stdout: 'Search: a new index of 2 entries is in use (<time>)\n',
    });
    expect(await call('verify')).toMatchObject({ code: 0 });
    expect(JSON.parse((await call('reindex', '--json')).stdout)).toMatchObject({
      put: 2,
      indexed: 0,
      waiting: 0,
      tookOver: false,
    });
    expect((await status()).runs[0]).toMatchObject({ command: 'reindex', source: '', outcome: 'done' });
    expect((await call('status')).stdout).toMatch(/ reindex: done, 2 put \(<time>\)\n/);
  });

  it('embeds texts with EMBEDDINGS_URL, and keeps in the outbox what the endpoint did not embed', async () => {
    const server = await startEmbeddings();
    try {
      const { url, model, key } = server.options;
      env = { ...env, EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_KEY: key! };
      const wheels = { domain: 'wheels.io', name: 'Wheels', type: 'private', description: 'Makes cars.' };
      server.mode = 'fails';
      const failed = await call('load', 'companies', folder.write('w.ndjson', [wheels]));
      expect(failed.stdout + failed.stderr).toContain('the embeddings endpoint does not answer as expected');
      server.mode = 'answers';
      expect(await call('index')).toMatchObject({ code: 0, stdout: 'Search: 1 put, 0 removed.\n' });
      expect(server.requests.at(-1)).toEqual([expect.stringContaining('Makes cars.')]);
      const search = await openSearch(env['SEARCH_URL']!, { embeddings: server.options });
      const { results } = await search.search({ text: 'vehicle industry', limit: 10, offset: 0 });
      expect(results.map(({ title }) => title)).toEqual(['Wheels']);
      await search.close();
    } finally {
      await server.close();
    }
  });

  it.each(['--rollback', '--forget'])('rejects reindex %s, which was removed', async (option) => {
    expect(await call('reindex', option)).toMatchObject({ code: 2 });
  });

  it('explains what to do when the search file cannot be opened', async () => {
    const path = join(folder.path, 'search.db');
    writeFileSync(path, 'no database '.repeat(1000));
    const remedy = /^Stop the API, delete the file of SEARCH_URL .*, then run: npm run ingest -- reindex\n$/;
    const { code, stderr } = await call('verify');
    const [sentence, ...words] = stderr.split('. ');
    expect([code, sentence]).toEqual([1, 'The search engine is unavailable: the search index is damaged']);
    expect(words.join('. ')).toMatch(remedy);
    const loaded = await call('load', 'companies', folder.write('more.ndjson', []));
    expect([loaded.code, loaded.stderr.split('\n').slice(1).join('\n')]).toEqual([
      0,
      expect.stringMatching(remedy),
    ]);
    for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
    expect(await call('reindex')).toMatchObject({ code: 0 });
    expect(await call('verify')).toMatchObject({ code: 0 });
  });

  it('verify exits with 7 for differences, and with 0 when there are none or it repaired them', async () => {
    expect(await call('verify')).toMatchObject({
      code: 0,
      stdout: 'Search: 2 alike, 0 missing, 0 stale, 0 surplus, 0 waiting (<time>)\n',
    });
    await damage();
    expect(await call('verify')).toEqual({
      code: 7,
      stderr: '',
      stdout:
        'Search: 1 alike, 1 missing, 0 stale, 0 surplus, 0 waiting (<time>)\n' +
        '  missing company 2\n' +
        'Repair them with: npm run ingest -- verify --repair\n',
    });
    expect((await call('verify', '--json')).code).toBe(7);
    expect(await call('verify', '--repair')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\n {2}missing company 2\nRepaired: 1\n$/),
    });
    expect(await call('verify')).toMatchObject({ code: 0 });
    expect((await call('status')).stdout).toMatch(
      / verify --repair: done, 1 alike, 1 missing, 1 repaired \(<time>\)\n/,
    );
  });

  it('draws a progress bar on a terminal', async () => {
    for (const command of ['reindex', 'verify']) {
      const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
      await callOn(terminal, command);
      terminal.end();
      expect([command, await text(terminal)]).toEqual([command, expect.stringMatching(/2 of 2 records/)]);
    }
  });

  it.each([['reindex'], ['verify']])('%s --help shows examples and the exit codes', async (command) => {
    const { code, stdout } = await call(command, '--help');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/Examples?:\n +npm run ingest -- [^]*Exit codes:/),
    ]);
  });

  it('loads when the index has another version, and explains how to rebuild it', async () => {
    const index = openDatabase(env['SEARCH_URL']!);
    await index.raw('pragma user_version = 1');
    await index.destroy();
    const { code, stdout, stderr } = await call(
      'load',
      'companies',
      folder.write('d.ndjson', [{ ...COMPANIES[0], domain: 'dyn.com' }]),
    );
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('\nSearch: 1 entry waits to be indexed. Index'),
    ]);
    expect(stderr).toMatch(
      /^The search engine is unavailable \(The search index is of another version\. .* reindex\)/,
    );
    expect((await status()).runs[0]).toMatchObject({ command: 'load', outcome: 'done' });
    expect(await call('reindex')).toMatchObject({ code: 0, stdout: expect.stringContaining('of 3 entries') });
  });

  it('rejects reindex of an in-memory index', async () => {
    env['SEARCH_URL'] = 'sqlite::memory:';
    expect(await call('reindex')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^SEARCH_URL names an index in memory/),
    });
  });
});
