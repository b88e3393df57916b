import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
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
    // The output of a build, such as the scripts of the embeds. Running tests change the other folders.
    const isBuilt = (path: string) => !statSync(path).isDirectory() || /\/dist(\/types.*)?$/.test(path);
    if (existsSync(built)) cpSync(built, join(copy, folder, 'dist'), { recursive: true, filter: isBuilt });
  }
  return copy;
}

function linkPackages(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    if (name.startsWith('@')) linkPackages(source, target);
    // Links of workspaces are relative, so the same one leads to the package of the copy.
    else symlinkSync(from.endsWith('@dossier') ? readlinkSync(source) : source, target);
  }
}
