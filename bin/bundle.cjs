'use strict';
const { enableCompileCache } = require('node:module');
const { dirname, join } = require('node:path');

/** Runs a bundle. Stacks name lines of the sources. From version 22.1 on, Node keeps the compiled code. */
exports.runBundle = (path, args) => {
  enableCompileCache?.(join(dirname(path), 'cache'));
  process.setSourceMapsEnabled(true);
  process.argv = [process.execPath, path, ...args];
  require(path);
};

// node bin/bundle.cjs <bundle>: runs a bundle, as the workers of a service do.
if (require.main === module) exports.runBundle(process.argv[2], []);
