import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Peer, Place } from './peers-types.ts';

/** The version of Node for programs that need a newer one than this process. */
const NODE = '22.23.3';
const NODE_PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** Installs a peer below a folder, unless it is installed. @returns its folder and the binary of Node that runs it */
export async function install(peer: Peer, folder: string): Promise<Pick<Place, 'folder' | 'node'>> {
  const own = join(folder, peer.id);
  await installPackages(own, peer.packages, peer.omitted);
  if (Number(process.versions.node.split('.')[0]) >= peer.node)
    return { folder: own, node: process.execPath };
  const node = join(folder, `node-${NODE}`);
  await installPackages(node, { [NODE_PACKAGE]: NODE });
  return { folder: own, node: join(node, 'node_modules', NODE_PACKAGE, 'bin/node') };
}

async function installPackages(folder: string, packages: Record<string, string>, omitted: string[] = []) {
  // npm writes this file at the end of an installation.
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return;
  mkdirSync(join(folder, 'empty'), { recursive: true });
  const write = (path: string, value: object) => writeFileSync(join(folder, path), JSON.stringify(value));
  write('empty/package.json', { name: 'empty', version: '1.0.0', main: 'index.js' });
  writeFileSync(join(folder, 'empty/index.js'), 'module.exports = {};');
  const overrides = Object.fromEntries(omitted.map((name) => [name, 'file:./empty']));
  write('package.json', { private: true, dependencies: packages, overrides });
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await promisify(execFile)('npm', ['install', ...flags], { cwd: folder }).catch((error: Error) => {
    const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
    throw new Error(
      `${names.join(' and ')} cannot be installed in ${folder}. Check the connection to the npm registry, or leave it out with --peers.`,
      { cause: error },
    );
  });
}
