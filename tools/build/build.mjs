import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as esbuild from 'esbuild';
import { buildClient, buildEmbeds, embedSources } from './libraries.mjs';
import { assets, external, missing, programs } from './programs.mjs';
import { readManifest } from './rebuild.cjs';

// node tools/build/build.mjs [program...]: bundles the programs, or all of them, into dist/. A program there is
// <name>.json, which names its bundle and its sources, with the bundle and its source map.

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'dist');

/** Gives `sourcePlace` and `__url` to a bundle: the place of a source file, and the URL of the bundle. */
const BANNER = `const sourcePlace = (file) => {
  const path = require('node:path').resolve(__dirname, '..', file);
  return { dirname: require('node:path').dirname(path), url: require('node:url').pathToFileURL(path).href };
};
const __url = require('node:url').pathToFileURL(__filename).href;`;

/** Keeps `import.meta` of our own files, which in a bundle would name the bundle. */
const ourSources = {
  name: 'our-sources',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const file = relative(root, path);
      if (file.includes('node_modules/')) return undefined;
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.')) return undefined;
      if (!(file in assets))
        throw new Error(`${file} uses import.meta. List it in tools/build/programs.mjs.`);
      const contents = text.replaceAll('import.meta.', `sourcePlace(${JSON.stringify(file)}).`);
      return { contents, loader: 'ts' };
    });
  },
};

/** Builds one program. Its files are named by their content, so that a running program never meets those of another. */
async function build(name, entry) {
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
    // `require` instead, with which a program starts faster.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.dirname': '__dirname', 'import.meta.url': '__url' },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    banner: { js: BANNER },
    sourcemap: 'external',
    sourcesContent: false,
    logLevel: 'error',
    external: [...external, ...missing],
    plugins: [ourSources],
  });
  const [map, code] = result.outputFiles;
  const file = `${name}-${createHash('sha256').update(code.contents).digest('hex').slice(0, 12)}.cjs`;
  writeWhole(`${file}.map`, map.contents);
  writeWhole(file, `${code.text}//# sourceMappingURL=${file}.map\n`);
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
    const isOurs = old.startsWith(`${name}-`) && /\.cjs(\.map)?$/.test(old);
    if (isOurs && !old.startsWith(file) && !old.startsWith(previous))
      rmSync(join(dist, old), { force: true });
  }
}

/** What says how programs are built. */
const builders = () => [
  'package-lock.json',
  'bin/bundle.cjs',
  ...['build.mjs', 'libraries.mjs', 'programs.mjs', 'rebuild.cjs'].map((name) => `tools/build/${name}`),
];

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
await buildEmbeds();
await buildClient();
// Code that Node keeps of earlier bundles.
rmSync(join(dist, 'cache'), { recursive: true, force: true });
for (const [name, entry] of Object.entries(programs))
  if (names.length === 0 || names.includes(name)) await build(name, entry);
