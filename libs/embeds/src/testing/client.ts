import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readScripts, type Scripts } from '../embed/script.ts';
import { widgets } from '../widgets/index.ts';

/** The built scripts. */
export type Built = Scripts;

const folder = resolve(import.meta.dirname, '../../dist');
const FILES = [
  ...widgets.filter(({ script }) => script).map(({ kind }) => kind),
  'builder',
  'elements',
  'plain',
  'resize',
].map((name) => `${name}.js`);

/** Reads the built scripts. */
export async function readBuilt(): Promise<Built> {
  const files = (await readdir(folder))
    .filter((name) => name.endsWith('.js'))
    .sort()
    .join();
  if (files !== FILES.sort().join()) throw new Error(`Expected the scripts ${FILES.join()}, got ${files}.`);
  return (await readScripts())!;
}
