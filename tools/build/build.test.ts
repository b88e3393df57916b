import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

const root = resolve(import.meta.dirname, '../..');

/** A workspace of one small program, with our builder and launcher. */
describe('node bin/dossier.cjs', () => {
  let folder: string;
  const entry = () => join(folder, 'tools/hello/main.ts');
  const built = () =>
    readdirSync(join(folder, 'dist'))
      .filter((name) => name !== 'cache')
      .sort();
  const manifest = () => readFileSync(join(folder, 'dist/hello.json'), 'utf8');
  const run = async (...args: string[]) => {
    // Jest's own flags would be flags of the program too.
    const env = { ...process.env, NODE_OPTIONS: '' };
    const command = [join(folder, 'bin/dossier.cjs'), ...args];
    try {
      return { code: 0, ...(await promisify(execFile)(process.execPath, command, { env })) };
    } catch (error) {
      return error as { code: number; stdout: string; stderr: string };
    }
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-bin-'));
    for (const part of ['bin', 'tools/build'])
      cpSync(join(root, part), join(folder, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const part of [
      'tools/hello',
      'libs/embeds/src',
      'libs/embeds/dist',
      'libs/client/src',
      'libs/client/dist',
    ])
      mkdirSync(join(folder, part), { recursive: true });
    for (const file of [
      'package-lock.json',
      ...[
        'build.mjs',
        'package.mjs',
        'package.json',
        'README.md',
        'dist/elements.js',
        'dist/package.tgz',
      ].map((name) => `libs/embeds/${name}`),
      ...['package.mjs', 'package.json', 'README.md', 'dist/dossier-client.tgz'].map(
        (name) => `libs/client/${name}`,
      ),
    ])
      writeFileSync(join(folder, file), file.endsWith('.json') ? '{}' : '');
    const programs = readFileSync(join(folder, 'tools/build/programs.mjs'), 'utf8')
      .replace(/(?<=programs = )[^;]*/, "{ hello: 'tools/hello/main.ts' }")
      .replace(/(?<=assets = )[^;]*/, "{ 'tools/hello/main.ts': [] }");
    writeFileSync(join(folder, 'tools/build/programs.mjs'), programs);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeEach(() => {
    writeFileSync(
      entry(),
      'const word: string = "hello";\nconsole.log(word, process.argv.slice(2).join());\n',
    );
  });

  it('builds a program once and runs it with its arguments', async () => {
    expect(await run('hello', 'a', '-b')).toEqual({ code: 0, stdout: 'hello a,-b\n', stderr: '' });
    const first = manifest();
    expect(await run('hello')).toMatchObject({ code: 0, stdout: 'hello \n' });
    expect(manifest()).toBe(first);
    expect(built()).toEqual([
      expect.stringMatching(/^hello-[0-9a-f]{12}\.cjs$/),
      expect.stringMatching(/\.cjs\.map$/),
      'hello.json',
    ]);
  });

  it('builds again when a source has changed, even to text of equal length', async () => {
    await run('hello');
    writeFileSync(entry(), readFileSync(entry(), 'utf8').replace('hello', 'jello'));
    expect(await run('hello')).toMatchObject({ code: 0, stdout: 'jello \n' });
  });

  it('builds again when the bundle is missing', async () => {
    await run('hello');
    for (const name of built().filter((name) => name !== 'hello.json')) rmSync(join(folder, 'dist', name));
    expect(await run('hello')).toEqual({ code: 0, stdout: 'hello \n', stderr: '' });
  });

  it('keeps compiled code where Node can (22.1)', async () => {
    await run('hello');
    expect(existsSync(join(folder, 'dist/cache'))).toBe('enableCompileCache' in module);
  });

  it('matches regular expressions with characters outside ASCII', async () => {
    writeFileSync(entry(), 'console.log("€5 d’or 🙂".replace(/[€’]/g, "-").replace(/[🙂]/u, "!"), "é");\n');
    expect(await run('hello')).toMatchObject({ code: 0, stdout: '-5 d-or ! é\n' });
  });

  it('names the lines of the sources in stack traces', async () => {
    writeFileSync(
      entry(),
      '// A comment.\ninterface Unused {}\n\nvoid (() => {\n  throw new Error("oh");\n})();\n',
    );
    const { code, stderr } = await run('hello');
    expect(code).toBe(1);
    for (const place of ['5:9', '6:1']) expect(stderr).toContain(`${entry()}:${place}`);
  });

  it('keeps the place of a source file in import.meta', async () => {
    writeFileSync(entry(), 'console.log(import.meta.dirname, import.meta.url);\n');
    const { stdout } = await run('hello');
    expect(stdout).toBe(`${join(folder, 'tools/hello')} file://${entry()}\n`);
  });

  it('prints the error of a source that does not compile, and runs nothing', async () => {
    writeFileSync(entry(), 'console.log("ran");\nconst = 1;\n');
    const { code, stdout, stderr } = await run('hello');
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('tools/hello/main.ts:2:6')]);
  });

  it('exits with 2 for an unknown program', async () => {
    for (const args of [[], ['nothing']]) {
      const { code, stderr } = await run(...args);
      expect([args, code, stderr]).toEqual([args, 2, expect.stringMatching(/^Usage: |^Unknown program /)]);
    }
  });

  it('runs a build without its sources, as in the production image', async () => {
    await run('hello');
    for (const part of ['tools', 'node_modules']) rmSync(join(folder, part), { recursive: true });
    expect(await run('hello', 'a')).toEqual({ code: 0, stdout: 'hello a\n', stderr: '' });
  });
});
