import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readScripts, type Scripts } from '../script.ts';
import { widgets } from '../widgets/index.ts';

/** The built scripts. */
export type Built = Scripts;

const folder = resolve(import.meta.dirname, '../../dist/test');
const FILES = [
  ...widgets.filter(({ script }) => script).map(({ kind }) => kind),
  'builder',
  'elements',
  'plain',
  'resize',
].map((name) => `${name}.js`);

/** Reads the scripts that `build.mjs` built before the tests. */
export async function readBuilt(): Promise<Built> {
  const files = (await readdir(folder)).sort().join();
  if (files !== FILES.sort().join()) throw new Error(`Expected the scripts ${FILES.join()}, got ${files}.`);
  return (await readScripts(folder))!;
}
