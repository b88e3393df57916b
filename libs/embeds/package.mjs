import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { cli as analyze } from '@custom-elements-manifest/analyzer/cli.js';
import ts from 'typescript';
import { build } from 'vite';

// Makes the package that other projects install, after build.mjs, and the file of it that the service offers. The folder
// of the sources is not published: its entry is the server's, in TypeScript.

process.env.NODE_ENV = 'production';
const root = import.meta.dirname;
const folder = resolve(root, 'dist/package');
const sources = ['src/browser/index.ts', 'src/browser/define.ts'].map((file) => resolve(root, file));

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await buildModules();
await writeTypes();
await writeManifest();
await writePackage();
await pack();

/** Builds the modules, which import their dependencies, and copies the script, which contains them. */
async function buildModules() {
  const [index, define] = sources;
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      target: 'es2022',
      outDir: resolve(folder, 'dist'),
      minify: false,
      lib: { entry: index, formats: ['es'], fileName: () => 'index.js' },
      rollupOptions: { external: [/^lit($|\/)/, /^zod($|\/)/] },
    },
  });
  const text = await readFile(define, 'utf8');
  await writeFile(resolve(folder, 'dist/define.js'), text.replace('./index.ts', './index.js'));
  await cp(resolve(root, 'dist/elements.js'), resolve(folder, 'dist/elements.js'));
}

/** Writes the declarations of the modules, and of the files that these import. */
async function writeTypes() {
  const { config } = ts.readConfigFile(resolve(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const types = resolve(folder, 'dist/types');
  const own = { composite: false, incremental: false, tsBuildInfoFile: undefined, outDir: types };
  const texts = new Map();
  ts.createProgram(sources, { ...options, ...own }).emit(
    undefined,
    (file, text) => texts.set(resolve(file), text),
    undefined,
    true,
  );
  const write = async (file) => {
    const text = texts.get(file);
    if (text === undefined) return;
    texts.delete(file);
    const imports = /((?:from|import) |import\()(['"])(\.[^'"]*)\.ts\2/g;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text.replaceAll(imports, '$1$2$3.js$2'));
    for (const [, , , name] of text.matchAll(imports)) await write(resolve(dirname(file), `${name}.d.ts`));
  };
  for (const source of sources)
    await write(resolve(types, relative(resolve(root, 'src'), source).replace(/\.ts$/, '.d.ts')));
}

/** Writes the manifest of the elements, all of which are in one module. */
async function writeManifest() {
  const argv = ['analyze', '--litelement', '--quiet', '--globs', 'src/browser/*.ts'];
  const { modules, ...manifest } = await analyze({ argv, cwd: root, noWrite: true });
  const all = modules.flatMap(({ declarations = [] }) => declarations);
  // What is documented there holds for every element.
  const { cssProperties, cssParts, events } = all.find(({ name }) => name === 'DossierChart');
  const common = (items) => items.filter(({ name }) => !['brand', 'dossier-load'].includes(name));
  const shared = { cssProperties, cssParts: common(cssParts), events: common(events) };
  const declarations = all
    .filter(({ kind, tagName }) => kind === 'class' && tagName)
    .map(({ mixins: _, ...element }) => ({
      ...element,
      superclass: { name: 'LitElement', package: 'lit' },
      customElement: true,
      members: element.members.filter(({ privacy, name }) => privacy !== 'private' && name !== 'properties'),
      ...(element.name !== 'DossierChart' && shared),
    }));
  const path = 'dist/index.js';
  const exports = declarations.flatMap(({ name, tagName }) => [
    { kind: 'js', name, declaration: { name, module: path } },
    { kind: 'custom-element-definition', name: tagName, declaration: { name, module: path } },
  ]);
  const whole = { ...manifest, modules: [{ kind: 'javascript-module', path, declarations, exports }] };
  // It names files of the sources, which the package does not contain.
  const text = JSON.stringify(whole, (key, value) => (key === 'inheritedFrom' ? undefined : value), 2);
  await writeFile(resolve(folder, 'custom-elements.json'), `${text}\n`);
}

async function writePackage() {
  const { name, version, dependencies } = JSON.parse(await readFile(resolve(root, 'package.json'), 'utf8'));
  const types = './dist/types/browser';
  const made = {
    name,
    version,
    description: 'Charts and tables of company data as custom elements',
    license: 'Apache-2.0',
    keywords: ['custom-elements', 'web-components', 'charts'],
    type: 'module',
    sideEffects: ['./dist/define.js', './dist/elements.js'],
    main: './dist/index.js',
    types: `${types}/index.d.ts`,
    exports: {
      '.': { types: `${types}/index.d.ts`, default: './dist/index.js' },
      './define': { types: `${types}/define.d.ts`, default: './dist/define.js' },
      './elements.js': { types: `${types}/define.d.ts`, default: './dist/elements.js' },
      './custom-elements.json': './custom-elements.json',
      './package.json': './package.json',
    },
    customElements: './custom-elements.json',
    files: ['dist', 'custom-elements.json'],
    dependencies: { lit: `^${dependencies.lit}`, zod: `^${dependencies.zod}` },
  };
  await writeFile(resolve(folder, 'package.json'), `${JSON.stringify(made, null, 2)}\n`);
  await cp(resolve(root, '../../LICENSE'), resolve(folder, 'LICENSE'));
  await cp(resolve(root, 'README.md'), resolve(folder, 'README.md'));
}

/** Packs the folder into a file beside it. */
async function pack() {
  const to = dirname(folder);
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', to], { cwd: folder, encoding: 'utf8' }),
  );
  await rename(resolve(to, filename), `${folder}.tgz`);
}
