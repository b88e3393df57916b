import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform, version } from '@swc/core';

const GLOBALS = new URL('./globals.mjs', import.meta.url).href;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The options of SWC that turn TypeScript into what Node runs. */
export const swc = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript' },
    transform: { useDefineForClassFields: false },
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
};
/** Compiled files, which all workers of all projects and copies of the workspace share. */
const CACHE = new URL('../../node_modules/.cache/dossier-tests/', import.meta.url);
mkdirSync(CACHE, { recursive: true });

/** Node's resolve hook: replaces `@jest/globals` with the module of the runner. */
export const resolve = (specifier, context, next) =>
  specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context);

/** Node's load hook: compiles TypeScript, without checking types. */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const text = await readFile(filename, 'utf8');
  const options = { ...swc, sourceFileName: basename(filename), sourceMaps: 'inline' };
  // One entry for each path. Its first line names what it was made from.
  const hash = (of) => createHash('sha256').update(of).digest('hex');
  const head = `// ${hash(JSON.stringify([version, options, text]))}\n`;
  const entry = new URL(`${hash(relative(ROOT, filename))}.mjs`, CACHE);
  let source = await readFile(entry, 'utf8').catch(() => '');
  if (!source.startsWith(head)) {
    const { code } = await transform(text, { ...options, filename, swcrc: false, configFile: false });
    source = head + code;
    // Another worker may read or write the same entry.
    const own = new URL(`${entry.href}.${process.pid}`);
    await writeFile(own, source);
    await rename(own, entry);
  }
  return { format: 'module', source, shortCircuit: true };
}
