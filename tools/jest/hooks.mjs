import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';
import { swc } from './swc.mjs';

const GLOBALS = new URL('./globals.mjs', import.meta.url).href;

/** Node's resolve hook: replaces `@jest/globals` with the module of the runner. */
export const resolve = (specifier, context, next) =>
  specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context);

/** Node's load hook: compiles TypeScript, without checking types. */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), {
    ...swc,
    filename,
    sourceMaps: 'inline',
    swcrc: false,
    configFile: false,
  });
  return { format: 'module', source: code, shortCircuit: true };
}
