'use strict';
const { readFileSync } = require('node:fs');
const { SourceMap, createRequire } = require('node:module');
const { dirname, resolve } = require('node:path');
const { pathToFileURL } = require('node:url');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');

/** What a bundle is called with. `sourcePlace` gives the place of a source file, as its `import.meta` does. */
const PARAMETERS = 'exports, require, module, __filename, __dirname, __url, sourcePlace';

/**
 * Settings of the garbage collector for programs whose objects mostly live for one request. By default, V8 allocates some
 * of them in the old generation. There, even an unused object keeps what it refers to alive, so that each collection
 * copied whole requests. The young generation grows to its full size (16 MB) at once, instead of doubling.
 */
const COLLECTOR = ['--no-allocation-site-pretenuring', '--semi-space-growth-factor=16'];

/**
 * Runs a bundle with the code cache of its build. V8 ignores a cache that another version of Node made. Returns the
 * compiled script.
 */
exports.runBundle = (path, root) => {
  // Before the bundle is compiled: V8 ignores a code cache that was made under other flags.
  for (const flag of COLLECTOR) setFlagsFromString(flag);
  const script = new Script(`(function (${PARAMETERS}) {\n${readFileSync(path, 'latin1')}\n})`, {
    filename: path,
    lineOffset: -1,
    cachedData: readOptional(`${path}.cache`),
  });
  Error.prepareStackTrace = stackInSources(path);
  const module = { exports: {} };
  const sourcePlace = (file) => {
    const source = resolve(root, file);
    return { dirname: dirname(source), url: pathToFileURL(source).href };
  };
  const run = script.runInThisContext();
  run(
    module.exports,
    createRequire(path),
    module,
    path,
    dirname(path),
    pathToFileURL(path).href,
    sourcePlace,
  );
  return script;
};

// node bin/bundle.cjs <bundle>: runs a bundle, as the workers of a service do.
if (require.main === module) {
  process.argv = [process.execPath, process.argv[2]];
  exports.runBundle(process.argv[1], resolve(__dirname, '..'));
}

/** Formats stacks with the places in the sources, as `--enable-source-maps` does, but reads the map on first use. */
function stackInSources(path) {
  let map;
  const open = () => {
    const text = readOptional(`${path}.map`);
    return text && new SourceMap(JSON.parse(text));
  };
  const line = (frame) => {
    const text = String(frame);
    if (frame.getFileName() !== path) return text;
    map ??= open() ?? null;
    const [row, column] = [frame.getLineNumber(), frame.getColumnNumber()];
    const { originalSource, originalLine, originalColumn } = map?.findEntry(row - 1, column - 1) ?? {};
    if (originalSource === undefined) return text;
    const source = resolve(dirname(path), originalSource);
    return text.replace(`${path}:${row}:${column}`, `${source}:${originalLine + 1}:${originalColumn + 1}`);
  };
  return (error, frames) => [headOf(error), ...frames.map(line)].join('\n    at ');
}

function headOf(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return '<error>';
  }
}

function readOptional(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
