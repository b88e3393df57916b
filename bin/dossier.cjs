#!/usr/bin/env node
'use strict';
const { spawnSync } = require('node:child_process');
const { existsSync, readFileSync, statSync } = require('node:fs');
const { join } = require('node:path');
const { runBundle } = require('./bundle.cjs');

// node bin/dossier.cjs <program> [argument...]: runs a program that `npm run prepare` has made, and builds it first when
// one of its sources has changed. It is CommonJS, which Node starts faster than modules.

const root = join(__dirname, '..');
const builder = join(root, 'tools/build/build.mjs');

/** What the build wrote of a program: its file in dist/, and the sources with the times of their last changes. */
function readManifest(name) {
  try {
    return JSON.parse(readFileSync(join(root, 'dist', `${name}.json`), 'utf8'));
  } catch {
    return undefined;
  }
}

const isCurrent = ({ file, inputs }) =>
  existsSync(join(root, 'dist', file)) &&
  inputs.every(([path, time]) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs === time);

function main() {
  const [, , name, ...args] = process.argv;
  let manifest = name && readManifest(name);
  // The production image has no sources.
  if (name && existsSync(builder) && !(manifest && isCurrent(manifest))) {
    const { status } = spawnSync(process.execPath, [builder, name], { stdio: ['ignore', 2, 2] });
    if (status !== 0) process.exit(status ?? 1);
    manifest = readManifest(name);
  }
  if (!manifest) {
    process.stderr.write('Usage: node bin/dossier.cjs serve|ingest|admin|start [argument...]\n');
    process.exit(2);
  }
  runBundle(join(root, 'dist', manifest.file), args);
}

main();
