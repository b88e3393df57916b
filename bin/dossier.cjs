#!/usr/bin/env node
'use strict';
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { runBundle } = require('./bundle.cjs');

// node bin/dossier.cjs <program> [argument...]: runs a program that `npm run prepare` has made, and builds it first when
// one of its sources has changed. It is CommonJS, which Node starts faster than modules.

const [, , name, ...args] = process.argv;
const dist = join(__dirname, '../dist');
const rebuild = join(__dirname, '../tools/build/rebuild.cjs');
// The production image has no sources.
if (name && existsSync(rebuild)) require(rebuild).rebuild(name);
const manifest = join(dist, `${name}.json`);
if (!existsSync(manifest)) {
  process.stderr.write('Usage: node bin/dossier.cjs serve|ingest|admin|export|sample|start [argument...]\n');
  process.exit(2);
}
runBundle(join(dist, JSON.parse(readFileSync(manifest, 'utf8')).file), args);
