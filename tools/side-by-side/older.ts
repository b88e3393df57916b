import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 30 });

/** An older version of the programs. */
export interface Older {
  commit: string;
  /** The folder of its sources. `bin/dossier.cjs` there builds and runs its programs. */
  folder: string;
  remove(): void;
}

/** Returns the last commit that has fewer migrations than the present one. */
export function commitBeforeLastMigration(): string {
  // The list has moved; a commit that moves a file adds it.
  const migrations = ['libs/store/src/schema/migrations/index.ts', 'libs/store/src/migrations/index.ts'];
  return (
    git('log', '-1', '--diff-filter=M', '--format=%H', '--', ...migrations)
      .toString()
      .trim() + '^'
  );
}

/**
 * Checks a commit out into a temporary folder, with the packages of this workspace.
 * @throws Error when the clone does not contain the commit
 */
export function checkOut(commit: string): Older {
  const name = git('rev-parse', '--short', commit).toString().trim();
  const folder = mkdtempSync(join(tmpdir(), 'dossier-older-'));
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', name), maxBuffer: 2 ** 30 });
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, '@dossier'), { recursive: true });
  // Its imports of @dossier must not find this version.
  for (const entry of readdirSync(join(root, 'node_modules')))
    if (entry !== '@dossier' && entry !== '.cache')
      symlinkSync(join(root, 'node_modules', entry), join(packages, entry));
  for (const group of ['apps', 'libs', '.']) {
    const members = group === '.' ? ['tools'] : readdirSync(join(folder, group));
    for (const member of members) {
      symlinkSync(join(folder, group, member), join(packages, '@dossier', member));
      const own = join(root, group, member, 'node_modules');
      if (existsSync(own)) symlinkSync(own, join(folder, group, member, 'node_modules'));
    }
  }
  execFileSync(process.execPath, ['tools/build/build.mjs'], { cwd: folder, stdio: ['ignore', 2, 2] });
  return { commit: name, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
