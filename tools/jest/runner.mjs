import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { setGlobals } from './globals.mjs';

const require = createRequire(import.meta.url);
const { default: circus } = require('jest-circus/runner');
register('./hooks.mjs', import.meta.url);
process.setSourceMapsEnabled(true);
// Equal runs make equal values. Another seed looks for what this one misses.
fc.configureGlobal({ seed: Number(process.env['TEST_SEED'] ?? 1) });

/** Requires a module of Jest anew, because it stores the tests of one file. */
function requireAnew(path) {
  delete require.cache[path];
  return require(path);
}

/**
 * Jest's `testRunner`, which imports test files with Node's module system. Jest's own runner imports every module again for
 * each test file, into a separate context, which took most of the time of a run. With this runner, the test files of a
 * worker share modules. Each file has its own tests, hooks, environment variables and exit code.
 */
export default async function run(globalConfig, config, environment, runtime, testPath, send) {
  const native = {
    requireInternalModule: requireAnew,
    setGlobalsForRuntime: setGlobals,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (path) => import(pathToFileURL(path).href),
  };
  const get = (target, name) => {
    const value = native[name] ?? target[name];
    return typeof value === 'function' ? value.bind(target) : value;
  };
  const variables = { ...process.env };
  const { exitCode } = process;
  const listeners = process.listeners('message');
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  // Jest's own source map support would replace that of Node.
  Error.prepareStackTrace = undefined;
  try {
    return await circus(globalConfig, config, environment, new Proxy(runtime, { get }), testPath, send);
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
    process.exitCode = exitCode;
    // A listener prevents the worker from ending.
    for (const each of process.listeners('message'))
      if (!listeners.includes(each)) process.off('message', each);
  }
}
