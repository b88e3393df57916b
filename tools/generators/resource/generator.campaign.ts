import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyRepository } from './workspace.ts';

/** Options of a compiler that writes nothing. */
const OF_ONE_PROGRAM = { composite: false, emitDeclarationOnly: false, noEmit: true };
const root = resolve(import.meta.dirname, '../../..');

describe('nx g @dossier/tools:resource', () => {
  let copy: string;
  /** The files that the generator created or changed. */
  let files: string[];
  beforeAll(async () => {
    copy = copyRepository(root);
    const printed = await run('.', 'nx', ['g', '@dossier/tools:resource', 'press-awards', '--no-generate']);
    files = [...printed.matchAll(/^(?:CREATE|UPDATE) (\S+)$/gm)].map(([, file]) => file!);
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  /** Runs Node or a program of node_modules in a folder of the copy and returns what it prints, errors included. */
  async function run(folder: string, program: string, args: string[]): Promise<string> {
    // If Nx started this process, it asks for colours and names its own workspace.
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      NX_WORKSPACE_ROOT_PATH: copy,
      NX_DAEMON: 'false',
      NX_ISOLATE_PLUGINS: 'false',
      FORCE_COLOR: '0',
    };
    const command = program === 'node' ? process.execPath : join(copy, 'node_modules/.bin', program);
    const { stdout, stderr } = await promisify(execFile)(command, args, { cwd: join(copy, folder), env });
    return stdout + stderr;
  }

  it('creates the slice, the table, the kind, their tests and a sample, and registers them', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'apps/api/src/resources/press-awards/routes.ts',
        'apps/api/src/resources/index.ts',
        'apps/ingest/src/kinds/press-award.ts',
        'apps/ingest/src/kinds/index.ts',
        'libs/shared/src/domain/press-award.ts',
        expect.stringMatching(/^libs\/store\/src\/schema\/migrations\/\d{4}-press-awards\.ts$/),
        'libs/store/src/schema/migrations/index.ts',
        'tools/sample/press-awards.ndjson',
      ]),
    );
    const [sample] = readFileSync(join(copy, 'tools/sample/press-awards.ndjson'), 'utf8').split('\n');
    expect(JSON.parse(sample!)).toMatchObject({ company: 'stripe.com' });
  });

  it('writes code that is formatted and has no type errors', async () => {
    const sources = files.filter((file) => file.endsWith('.ts'));
    expect(await run('.', 'prettier', ['--check', ...sources])).toContain('All matched files');
    // One program of all files takes less than half the time of `tsc -b`, which checks each project and writes declarations.
    const config = {
      extends: './tsconfig.base.json',
      compilerOptions: { ...OF_ONE_PROGRAM, lib: ['ES2023', 'ES2024.String', 'DOM', 'DOM.Iterable'] },
      files: [...sources, 'libs/store/src/testing/s3rver.d.ts'],
      include: ['libs/shared', 'libs/store', 'apps/ingest', 'apps/api'].map((folder) => `${folder}/src`),
      exclude: ['**/*.test.ts', '**/*.campaign.ts', '**/testing'],
    };
    writeFileSync(join(copy, 'tsconfig.one.json'), JSON.stringify(config));
    expect(await run('.', 'tsc', ['-p', 'tsconfig.one.json'])).toBe('');
  });

  it('writes tests that pass', async () => {
    const projects = ['--projects', 'apps/api', 'apps/ingest'];
    // Each project alone would start Jest and prepare databases again.
    const printed = await run('.', 'jest', ['resources/press-awards', 'kinds/press-award', ...projects]);
    expect(printed).toMatch(/^Test Suites: 2 passed, 2 total\nTests: +\d+ passed, \d+ total$/m);
  });
});
