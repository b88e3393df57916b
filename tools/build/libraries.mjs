import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** The files of a library that its builds read. */
const sourcesOf = (library, files) => [
  ...files.map((name) => `${library}/${name}`),
  ...readdirSync(join(root, library, 'src'), { recursive: true })
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(name))
    .map((name) => `${library}/src/${name}`),
];

/** What the scripts and the package of the embeds are built from. */
export const embedSources = () =>
  sourcesOf('libs/embeds', ['build.mjs', 'package.mjs', 'package.json', 'README.md']);
const clientSources = () => sourcesOf('libs/client', ['package.mjs', 'package.json', 'README.md']);

/** Runs the build of a library, unless its output is newer than its sources. */
async function buildLibrary(library, output, sources, args) {
  const builtAt = statSync(join(root, library, output), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (sources.every((path) => statSync(join(root, path)).mtimeMs < builtAt)) return;
  // Jest's own flags would be flags of the build too.
  const env = { ...process.env, NODE_OPTIONS: '' };
  await run(process.execPath, args, { cwd: join(root, library), env });
}

/** Builds the scripts and the package of the embeds. */
export async function buildEmbeds() {
  await buildLibrary('libs/embeds', 'dist/elements.js', embedSources(), ['--import', 'tsx', 'build.mjs']);
  await buildLibrary('libs/embeds', 'dist/package.tgz', embedSources(), ['package.mjs']);
}

/** Makes the package of the client. */
export const buildClient = () =>
  buildLibrary('libs/client', 'dist/dossier-client.tgz', clientSources(), ['package.mjs']);

// node tools/build/libraries.mjs: builds the embeds for their tests.
if (process.argv[1] === import.meta.filename) await buildEmbeds();
