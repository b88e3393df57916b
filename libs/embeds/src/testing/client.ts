import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The code of the embed pages' script as the build makes it; a process of its own, for the bundler is native code. */
export async function buildClient(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embeds-client-'));
  try {
    const options = {
      cwd: new URL('../..', import.meta.url).pathname,
      env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production' },
    };
    await promisify(execFile)('npm', ['run', 'build', '--silent', '--', '--outDir', folder], options);
    const files = await readdir(folder);
    if (files.join() !== 'client.js')
      throw new Error(`The script is meant to be one file, not ${files.join(', ')}.`);
    return await readFile(join(folder, 'client.js'), 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}
