import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const run = promisify(execFile);
const LAUNCHER = resolve(import.meta.dirname, '../../bin/dossier.cjs');
/** Creates the folder of a killed program that had the process id of the next one. */
const AFTER_KILL = `
  name=$(sed 's/.*"file":"\\(sample-[^"]*\\).cjs".*/\\1/' "$3")
  mkdir -p "$1/.$name-$$" && echo half > "$1/.$name-$$/next.db" && touch -d '2 hours ago' "$1/.$name-$$"
  exec node "$2" sample "$1"`;

it('the sample of test mode is made after a program was killed, and what that left is removed', async () => {
  const place = mkdtempSync(join(tmpdir(), 'dossier-sample-'));
  try {
    const manifest = resolve(LAUNCHER, '../../dist/sample.json');
    const { stdout } = await run('sh', ['-c', AFTER_KILL, 'sh', place, LAUNCHER, manifest]);
    const { folder } = JSON.parse(stdout) as { folder: string };
    expect(readdirSync(place)).toEqual([basename(folder)]);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['0.db', '4.db', '4.search.db']));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});
