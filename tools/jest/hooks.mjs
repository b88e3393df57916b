import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';
import { swc } from './swc.mjs';

const GLOBALS = new URL('./globals.mjs', import.meta.url).href;

/** Node's hook: `@jest/globals` is what the runner provides. */
export const resolve = (specifier, context, next) =>
  specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context);

/** Node's hook: TypeScript is compiled, without a check of types. */
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
