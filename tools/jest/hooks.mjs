import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform, version } from '@swc/core';
import { swc } from './swc.mjs';

const GLOBALS = new URL('./globals.mjs', import.meta.url).href;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Compiled files, which all workers of all projects share. */
const CACHE = new URL('../../node_modules/.cache/dossier-tests/', import.meta.url);
const made = mkdir(CACHE, { recursive: true });

/** Node's resolve hook: replaces `@jest/globals` with the module of the runner. */
export const resolve = (specifier, context, next) =>
  specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context);

/** Node's load hook: compiles TypeScript, without checking types. */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  return { format: 'module', source: await compiled(filename), shortCircuit: true };
}

/**
 * Returns a compiled file. The cache has one entry for each path, whose first line names what it was made from. Copies of
 * the workspace share it.
 */
async function compiled(filename) {
  const text = await readFile(filename, 'utf8');
  const hash = (of) => createHash('sha256').update(of).digest('hex');
  const options = { ...swc, sourceFileName: basename(filename), sourceMaps: 'inline' };
  const head = `// ${hash(JSON.stringify([version, options, text]))}\n`;
  const entry = new URL(`${hash(relative(ROOT, filename))}.mjs`, CACHE);
  const found = await readFile(entry, 'utf8').catch(() => '');
  if (found.startsWith(head)) return found.slice(head.length);
  const { code } = await transform(text, { ...options, filename, swcrc: false, configFile: false });
  await made;
  // Another worker may read or write the same entry.
  const own = new URL(`${entry.href}.${process.pid}`);
  await writeFile(own, head + code);
  await rename(own, entry);
  return code;
}
