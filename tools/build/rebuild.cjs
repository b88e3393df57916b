'use strict';
const { spawnSync } = require('node:child_process');
const { existsSync, readFileSync, statSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '../..');

/** What the build wrote of a program: its file in dist/, and the sources with the times of their last changes. */
exports.readManifest = (name) => {
  try {
    return JSON.parse(readFileSync(join(root, 'dist', `${name}.json`), 'utf8'));
  } catch {
    return undefined;
  }
};

const isCurrent = ({ file, inputs }) =>
  existsSync(join(root, 'dist', file)) &&
  inputs.every(([path, time]) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs === time);

/** Builds a program if one of its sources has changed since its last build. Exits if the build fails. */
exports.rebuild = (name) => {
  const manifest = exports.readManifest(name);
  if (manifest && isCurrent(manifest)) return;
  const build = [join(__dirname, 'build.mjs'), name];
  const { status } = spawnSync(process.execPath, build, { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
};
