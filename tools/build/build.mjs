import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';
import { assets, external, missing, programs } from './programs.mjs';

// node tools/build/build.mjs [program...]: bundles the programs, or all of them, into dist/. A program there is
// <name>.json, which names its bundle and its sources, with the bundle, its source map and its code cache.

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const dist = join(root, 'dist');

/** Escapes all but ASCII, which the launcher reads fastest. esbuild leaves regular expressions as they are. */
const escaped = (text) =>
  text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Keeps `import.meta` of our own files, which in a bundle would name the bundle, and escapes their texts. */
const ourSources = {
  name: 'our-sources',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const file = relative(root, path);
      if (file.includes('node_modules/')) return undefined;
      const text = escaped(readFileSync(path, 'utf8'));
      if (!text.includes('import.meta.')) return { contents: text, loader: 'ts' };
      if (!(file in assets))
        throw new Error(`${file} uses import.meta. List it in tools/build/programs.mjs.`);
      const contents = text.replaceAll('import.meta.', `sourcePlace(${JSON.stringify(file)}).`);
      return { contents, loader: 'ts' };
    });
  },
};

/** Builds one program. Its files are named by their content, so that a running program never meets those of another. */
async function build(name, { entry, warmUp }) {
  const startedAt = Date.now();
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: join(dist, `${name}.cjs`),
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // vm.Script cannot import.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.dirname': '__dirname', 'import.meta.url': '__url' },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    sourcemap: 'external',
    sourcesContent: false,
    logLevel: 'error',
    external: [...external, ...missing],
    plugins: [ourSources],
  });
  const [map, code] = result.outputFiles;
  if (code.contents.some((byte) => byte > 127)) throw new Error(`The bundle of ${name} is not ASCII only.`);
  const file = `${name}-${createHash('sha256').update(code.contents).digest('hex').slice(0, 12)}.cjs`;
  writeWhole(file, code.contents);
  writeWhole(`${file}.map`, map.contents);
  await warm(join(dist, file), warmUp);
  const bundled = Object.keys(result.metafile.inputs).filter((path) => !path.includes('node_modules/'));
  const usesEmbeds = bundled.some((path) => path.startsWith('libs/embeds/'));
  const inputs = [...new Set([...bundled, ...builders(), ...(usesEmbeds ? embedSources() : [])])].map(
    (path) => {
      const { mtimeMs } = statSync(join(root, path));
      // A file that was saved during the build may be in the bundle as it was before.
      return [path, mtimeMs > startedAt ? 0 : mtimeMs];
    },
  );
  const previous = readManifest(name)?.file ?? file;
  writeWhole(`${name}.json`, JSON.stringify({ file, inputs }));
  // A program that is starting now may still read the previous bundle.
  for (const old of readdirSync(dist)) {
    // Not the temporary files of another build.
    const isOurs = old.startsWith(`${name}-`) && /\.cjs(\.map|\.cache)?$/.test(old);
    if (isOurs && !old.startsWith(file) && !old.startsWith(previous))
      rmSync(join(dist, old), { force: true });
  }
}

/** Makes the code cache. A program starts without one too, so a failure is only a warning. */
async function warm(path, warmUp) {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-build-'));
  const isServer = warmUp === 'server';
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: `sqlite:${folder}/warm-up.db`,
    ADMIN_PORT: '0',
    DRAIN_SECONDS: '0',
    SEARCH_URL: `sqlite:${folder}/warm-up.search.db`,
    ...(isServer && { PORT: String(await freePort()) }),
  };
  const script = join(import.meta.dirname, 'warm.cjs');
  try {
    // Each command adds the functions that it calls to the code cache of the previous command.
    for (const args of isServer ? [[]] : warmUp)
      await run(process.execPath, [script, path, ...args], { cwd: root, env, timeout: 120_000 });
  } catch (error) {
    process.stderr.write(
      `V8 made no complete code cache of ${path}, so it will start slower. ${error.message.split('\n', 1)}\n`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function freePort() {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** What the scripts of the embeds are built from. */
const embedSources = () => [
  'libs/embeds/build.mjs',
  ...readdirSync(join(root, 'libs/embeds/src'), { recursive: true })
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(name))
    .map((name) => `libs/embeds/src/${name}`),
];
/** What says how programs are built. */
const builders = () => [
  'package-lock.json',
  'bin/bundle.cjs',
  ...['build.mjs', 'programs.mjs', 'warm.cjs'].map((name) => `tools/build/${name}`),
];

/** Builds the scripts of the embeds, unless they are newer than their sources. */
async function buildEmbeds() {
  const output = join(root, 'libs/embeds/dist/elements.js');
  const builtAt = statSync(output, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (embedSources().every((path) => statSync(join(root, path)).mtimeMs < builtAt)) return;
  await run(process.execPath, ['--import', 'tsx', 'build.mjs'], { cwd: join(root, 'libs/embeds') });
}

/**
 * Node-API 10 came with Node 22.14. An older Node needs better-sqlite3 12, which is no dependency, because every Node
 * would compile it. npm compiles it here, in a folder of its own, and needs Python, make and a C++ compiler.
 */
async function installOlderDriver() {
  const folder = join(root, 'libs/sqlite/node20');
  if (Number(process.versions.napi) >= 10 || existsSync(join(folder, 'node_modules/better-sqlite3'))) return;
  process.stderr.write('Compiling better-sqlite3 for this old Node. Node 22 and newer need no compiler.\n');
  await run('npm', ['ci', '--no-fund', '--no-audit'], { cwd: folder });
}

function readManifest(name) {
  try {
    return JSON.parse(readFileSync(join(dist, `${name}.json`), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Writes a file in one step, since a program may be reading the previous one. */
function writeWhole(name, contents) {
  const temporary = join(dist, `${name}.${process.pid}`);
  writeFileSync(temporary, contents);
  renameSync(temporary, join(dist, name));
}

const names = process.argv.slice(2);
const unknown = names.find((name) => !(name in programs));
if (unknown) {
  process.stderr.write(`Unknown program ${unknown}. Programs: ${Object.keys(programs).join(', ')}.\n`);
  process.exit(2);
}
mkdirSync(dist, { recursive: true });
await installOlderDriver();
await buildEmbeds();
for (const [name, program] of Object.entries(programs))
  if (names.length === 0 || names.includes(name)) await build(name, program);
