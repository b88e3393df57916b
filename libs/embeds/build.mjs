import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { widgets } from './src/widgets/index.ts';

/** Each script is a single file: a page loads one. */
const scripts = [
  ...widgets
    .filter(({ script }) => script)
    .map(({ kind }) => ({
      file: `${kind}.js`,
      from: `src/widgets/${kind}/script.ts`,
    })),
  { file: 'plain.js', from: 'src/scripts/plain.ts' },
  { file: 'builder.js', from: 'src/scripts/builder/index.ts' },
  // Pages load it as a classic script, which knows its own address.
  { file: 'resize.js', from: 'src/scripts/resize.ts', format: 'iife' },
  // The package, for pages without a build of their own.
  { file: 'elements.js', from: 'src/browser/define.ts' },
];

// Under NODE_ENV=test, as in a test that starts the program, Vite would bundle Lit's development build.
process.env.NODE_ENV = 'production';

const root = fileURLToPath(new URL('.', import.meta.url));

for (const { file, from, format = 'es' } of scripts) {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      target: 'es2022',
      outDir: 'dist',
      emptyOutDir: false,
      modulePreload: false,
      rollupOptions: {
        input: from,
        output: { entryFileNames: file, format },
        treeshake: { propertyReadSideEffects: false },
      },
    },
  });
}
