import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { startSample, type SampleService } from './sample-service.ts';

const root = resolve(import.meta.dirname, '../..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const { PATH = '' } = process.env;
const LIST = '{"jsonrpc":"2.0","id":7,"method":"tools/list"}\n';
interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  input?: string;
}
const run = (program: string, args: string[], { input = '', ...options }: RunOptions = {}) => {
  const running = promisify(execFile)(program, args, {
    ...options,
    env: { ...process.env, NODE_OPTIONS: '', FORCE_COLOR: '0', ...options.env },
  });
  // A program may end before it has read its input.
  running.child.stdin?.on('error', () => {}).end(input);
  return running.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      output: stdout + stderr,
    }),
  );
};

const PROGRAM = `
import { createClient, DossierError, type Company } from '@dossier/client';
const client = createClient({ url: process.env['DOSSIER_URL']!, key: process.env['DOSSIER_KEY']! });
const { name, financials }: Pick<Company, 'name' | 'financials'> = await client.company({
  company_domain: 'stripe.com', fields: ['name', 'financials'],
});
for await (const { headline } of client.list('/api/v1/news/company/', { company_domain: 'stripe.com' }))
  if (headline.length === 0) throw new Error(name);
const code: string | undefined = await client.get('/api/v1/companies/', { id: 99999999 }).then(
  () => undefined, (error: unknown) => (error instanceof DossierError ? error.code : undefined));
// @ts-expect-error it is no parameter
await client.get('/api/v1/companies/', { colour: 'red' }).catch(() => {});
console.log(name, financials.length > 0, code);
`;

/** The package that a service offers, in an empty project. */
describe('the package of the client', () => {
  let service: SampleService;
  let folder: string;
  let env: Record<string, string>;
  let tarball: string;

  beforeAll(async () => {
    service = await startSample();
    const { url, key } = service;
    env = { DOSSIER_URL: url, DOSSIER_KEY: key };
    folder = join(service.folder, 'project');
    mkdirSync(folder);
    tarball = join(folder, 'dossier-client.tgz');
    const response = await fetch(`${url}/docs/clients/dossier-client.tgz`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/gzip']);
    writeFileSync(tarball, Buffer.from(await response.arrayBuffer()));
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
    await run('npm', ['install', '--silent', '--no-audit', './dossier-client.tgz'], { cwd: folder });
  });
  afterAll(() => service?.stop());

  it('is not served under another name', async () => {
    expect((await fetch(`${env['DOSSIER_URL']}/docs/clients/other.tgz`)).status).toBe(404);
  });

  it('has no problem that publint or arethetypeswrong finds, and no dependency', async () => {
    const lint = await run(bin('publint'), ['run', tarball, '--strict']);
    expect(lint.output).toContain('All good!');
    const types = await run(bin('attw'), [
      tarball,
      ...['--profile', 'esm-only', '--format', 'ascii', '--no-emoji'],
    ]);
    expect([types.code, types.output]).toEqual([0, expect.stringContaining('bundler: OK')]);
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@dossier',
    ]);
    const installed = join(folder, 'node_modules/@dossier/client');
    expect(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))).not.toHaveProperty(
      'dependencies',
    );
  });

  it('passes the messages of agents from standard input to the service', async () => {
    const command = join(folder, 'node_modules/.bin/dossier-client');
    for (const mode of ['legacy', 'auto'] as const) {
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
      await client.connect(new StdioClientTransport({ command, args: ['mcp'], env: { ...env, PATH } }));
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('observe');
      const found = await client.callTool({ name: 'company', arguments: { company: 'stripe.com' } });
      expect(found.structuredContent).toMatchObject({ name: 'Stripe', slug: 'stripe' });
      await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toThrow(/The tools are/);
      await client.close();
    }
    const waiting = spawn(command, ['mcp'], { env: { ...env, PATH } });
    waiting.stdin.write(LIST);
    await once(waiting.stdout, 'data');
    waiting.kill('SIGTERM');
    expect(await once(waiting, 'exit')).toEqual([null, 'SIGTERM']);
    const odd =
      '{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"find","arguments":{"text":"a\u2028b"}}}\n';
    const found = await run(command, ['mcp'], { env: { ...env, PATH }, input: odd });
    expect(JSON.parse(found.output)).toMatchObject({ id: 8 });
    const wrong = await run(command, ['mcp'], { env: { ...env, DOSSIER_KEY: 'x' }, input: LIST });
    expect(JSON.parse(wrong.output)).toMatchObject({
      id: 7,
      error: { message: expect.stringContaining('credential') },
    });
  });

  it('has types that narrow with fields and reject unknown parameters, and runs what they allow', async () => {
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    const flags = [
      '--strict',
      '--noUncheckedIndexedAccess',
      '--exactOptionalPropertyTypes',
      '--skipLibCheck',
      'false',
    ];
    const compiled = await run(
      bin('tsc'),
      [
        ...flags,
        '--module',
        'nodenext',
        '--target',
        'es2022',
        '--types',
        'node',
        '--typeRoots',
        join(root, 'node_modules/@types'),
        'program.ts',
      ],
      { cwd: folder },
    );
    expect(compiled).toEqual({ code: 0, output: '' });
    const ran = await run(process.execPath, ['program.js'], { cwd: folder, env });
    expect(ran).toEqual({ code: 0, output: 'Stripe true company_not_found\n' });
  });

  it('is one file of a bundler, for Node and for a runtime of workers, that runs without packages', async () => {
    writeFileSync(join(folder, 'bundled.ts'), PROGRAM);
    for (const target of [['--platform=node'], ['--platform=neutral', '--external:node:*']]) {
      const file = join(folder, 'bundled.mjs');
      const flags = ['--bundle', '--format=esm', '--log-level=warning', `--outfile=${file}`];
      const bundled = await run(bin('esbuild'), ['bundled.ts', ...flags, ...target], { cwd: folder });
      expect(bundled).toEqual({ code: 0, output: '' });
      // What the program does not call, as the mirror, is left out.
      expect(readFileSync(file, 'utf8')).not.toMatch(/sqlite|node:fs|from *["'][^n]/);
      const ran = await run(process.execPath, [file], { env });
      expect(ran).toEqual({ code: 0, output: 'Stripe true company_not_found\n' });
    }
  });

  it('mirrors and verifies by its command, and says how to call it', async () => {
    const command = (...args: string[]) =>
      run(join(folder, 'node_modules/.bin/dossier-client'), args, { cwd: folder, env });
    expect(await command('mirror', 'folder:copy')).toEqual({
      code: 0,
      output: expect.stringMatching(/^The copy is complete up to change \d+\.\n$/),
    });
    expect(readdirSync(join(folder, 'copy/company'))).toHaveLength(36);
    const [company] = readdirSync(join(folder, 'copy/company'));
    writeFileSync(join(folder, 'copy/company', company!), '{"id":1}');
    const id = company!.replace('.json', '');
    expect(await command('mirror', 'verify', 'folder:copy')).toEqual({
      code: 3,
      output: expect.stringContaining(`Repaired`),
    });
    expect(JSON.parse(readFileSync(join(folder, 'copy/company', company!), 'utf8'))).toMatchObject({
      id: Number(id),
      name: expect.any(String),
    });
    expect(await command('mirror', 'verify', 'folder:copy')).toEqual({
      code: 0,
      output: 'The copy equals the service.\n',
    });
    for (const args of [[], ['mirror'], ['mirror', 'a', 'b', 'c'], ['mirror', 'folder:x', '--wrong']])
      expect(await command(...args)).toMatchObject({ code: 2, output: expect.stringContaining('Usage') });
    expect(await command('mirror', 'mysql:copy')).toMatchObject({
      code: 1,
      output: expect.stringContaining('is no store'),
    });
    expect(await command('--help')).toMatchObject({ code: 0 });
  });
});
