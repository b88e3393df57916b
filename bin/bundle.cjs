'use strict';
const { enableCompileCache } = require('node:module');
const { dirname, join } = require('node:path');
const { setFlagsFromString } = require('node:v8');

/**
 * Settings of the garbage collector for programs whose objects mostly live for one request. By default, V8 allocates some
 * of them in the old generation. There, even an unused object keeps what it refers to alive, so that each collection
 * copied whole requests. The young generation grows to its full size at once, instead of doubling. On Node 24, requests
 * for a company need 1.2 times the CPU without them.
 */
const COLLECTOR = ['--no-allocation-site-pretenuring', '--semi-space-growth-factor=16'];

/** Runs a bundle. Stacks name lines of the sources. From version 22.1 on, Node keeps the compiled code. */
exports.runBundle = (path, args) => {
  for (const flag of COLLECTOR) setFlagsFromString(flag);
  enableCompileCache?.(join(dirname(path), 'cache'));
  process.setSourceMapsEnabled(true);
  process.argv = [process.execPath, path, ...args];
  require(path);
};

// node bin/bundle.cjs <bundle>: runs a bundle, as the workers of a service do.
if (require.main === module) exports.runBundle(process.argv[2], []);
