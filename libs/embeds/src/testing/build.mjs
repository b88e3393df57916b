import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');

/** Builds the scripts once for all test files, in a process of its own, since the bundler is native code. */
export default async function build() {
  const folder = resolve(root, 'dist/test');
  await rm(folder, { recursive: true, force: true });
  await promisify(execFile)(process.execPath, ['--import', 'tsx', 'build.mjs', '--outDir', folder], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production' },
  });
}
