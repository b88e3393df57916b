import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

// Makes the package that partners install: its folder dist/package, and dist/dossier-client.tgz as npm packs it.

const root = import.meta.dirname;
const dist = join(root, 'dist');
const folder = join(dist, 'package');
await mkdir(dist, { recursive: true });
// Others may build at the same time, or be reading the previous package.
const made = await mkdtemp(join(dist, 'package-'));

await writeModules();
await writePackage();
const [{ filename }] = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', made], {
    cwd: made,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  }),
);
await rename(join(made, filename), join(dist, 'dossier-client.tgz'));
await rm(folder, { recursive: true, force: true });
await rename(made, folder);

/** Writes the modules and their types. Their imports name the written files. */
async function writeModules() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const entries = ['index.ts', 'command.ts'].map((file) => join(root, 'src', file));
  const program = ts.createProgram(entries, {
    ...options,
    ...{ composite: false, incremental: false, tsBuildInfoFile: undefined, emitDeclarationOnly: false },
    ...{ outDir: join(made, 'dist'), rewriteRelativeImportExtensions: true },
  });
  const texts = [];
  program.emit(undefined, (file, text) => texts.push([resolve(file), text]));
  for (const [file, text] of texts) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text.replaceAll(/((?:from|import) ?\(?)(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2'));
  }
  await chmod(join(made, 'dist/command.js'), 0o755);
}

async function writePackage() {
  const { name, version, description, license } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  );
  const optional = { 'better-sqlite3': '>=11', pg: '>=8' };
  const packed = {
    ...{ name, version, description, license, type: 'module', sideEffects: false },
    bin: { 'dossier-client': 'dist/command.js' },
    types: './dist/index.d.ts',
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './package.json': './package.json',
    },
    files: ['dist'],
    engines: { node: '>=20.3' },
    peerDependencies: optional,
    peerDependenciesMeta: Object.fromEntries(Object.keys(optional).map((each) => [each, { optional: true }])),
  };
  await writeFile(join(made, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
  await cp(join(root, '../../LICENSE'), join(made, 'LICENSE'));
  await cp(join(root, 'README.md'), join(made, 'README.md'));
}
