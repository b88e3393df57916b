import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Returns the paths of all files of the repository that git tracks or would track, as they are in the work tree. */
const filesOf = (root: string): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
    .toString()
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(root, file)));

/**
 * Makes a copy of the repository in a temporary folder, so that tests never touch the work tree. Installed packages are
 * linked; our own packages are those of the copy.
 * @returns the folder; the caller removes it
 */
export function copyRepository(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'dossier-copy-'));
  const files = filesOf(root);
  for (const file of files) cpSync(join(root, file), join(copy, file));
  const folders = [...new Set(files.filter((file) => file.endsWith('package.json')).map(dirname))];
  for (const folder of folders) {
    linkPackages(join(root, folder, 'node_modules'), join(copy, folder, 'node_modules'));
    const built = join(root, folder, 'dist');
    if (existsSync(built)) copyBuilt(built, join(copy, folder, 'dist'));
  }
  return copy;
}

/** Copies the output of a build, such as the scripts of the embeds. Running tests change the other folders. */
function copyBuilt(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.isFile() || entry.name === 'types')
      cpSync(join(from, entry.name), join(to, entry.name), { recursive: true });
  }
}

function linkPackages(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name.startsWith('@')) linkPackages(join(from, name), join(to, name));
    else linkPackage(from, to, name);
  }
}

/** Links of workspaces are relative, so the same one leads to the package of the copy. */
function linkPackage(from: string, to: string, name: string): void {
  if (from.endsWith('@dossier')) symlinkSync(readlinkSync(join(from, name)), join(to, name));
  else symlinkSync(join(from, name), join(to, name));
}
