import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readScripts, type Scripts } from '../script.ts';
import { widgets } from '../widgets/index.ts';

/** The built scripts: those of the service, and the bundle of the elements for the pages of others. */
export type Built = Scripts & { elements: string };

const FILES = [
  ...widgets.filter(({ interactive }) => interactive).map(({ kind }) => kind),
  'elements',
  'plain',
  'resize',
].map((name) => `${name}.js`);

/** Builds the scripts from source, in a process of their own, since the bundler is native code. */
export async function buildScripts(): Promise<Built> {
  const folder = await mkdtemp(join(tmpdir(), 'embeds-scripts-'));
  try {
    const options = {
      cwd: new URL('../..', import.meta.url).pathname,
      env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production' },
    };
    await promisify(execFile)('npm', ['run', 'build', '--silent', '--', '--outDir', folder], options);
    const files = (await readdir(folder)).sort().join();
    if (files !== FILES.sort().join()) throw new Error(`Expected the scripts ${FILES.join()}, got ${files}.`);
    const elements = await readFile(join(folder, 'elements.js'), 'utf8');
    return { ...(await readScripts(folder))!, elements };
  } finally {
    await rm(folder, { recursive: true });
  }
}
