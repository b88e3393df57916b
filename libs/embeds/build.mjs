import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'vite';

const sheets = {
  'styles.ts': "export const widgetStyles = [], systemFont = '';",
  'chart-styles.ts': 'export const chartStyles = [];',
  'dataset-styles.ts': 'export const datasetStyles = [];',
};

/** Elements that are taken over have their style sheets in the page already: the script need not carry them again. */
const withoutStyles = {
  name: 'without-styles',
  load: (id) => sheets[id.split('/src/elements/')[1]],
};

/**
 * What Lit says of a page that it cannot take over, or of a template that is none: pages and scripts are of one build
 * and tested together, so it never speaks, and the stack would tell the place.
 */
const withoutWords = {
  name: 'without-words',
  transform: (code, id) =>
    id.includes('/node_modules/')
      ? code.replaceAll(/(Error|error)\(("[^"]*"|`[^`]*`)\)/g, '$1()')
      : undefined,
};

/** Each script is one file of its own: a page loads one. */
const scripts = [
  {
    file: 'valuation-chart.js',
    from: 'src/scripts/valuation-chart.ts',
    plugins: [withoutStyles, withoutWords],
  },
  { file: 'dataset-chart.js', from: 'src/scripts/dataset-chart.ts', plugins: [withoutStyles, withoutWords] },
  { file: 'plain.js', from: 'src/scripts/plain.ts' },
  // Pasted as a classic script, which knows its own address.
  { file: 'resize.js', from: 'src/scripts/resize.ts', format: 'iife' },
  { file: 'elements.js', from: 'src/define.ts' },
];

const { outDir } = parseArgs({ options: { outDir: { type: 'string', default: 'dist' } } }).values;
const root = fileURLToPath(new URL('.', import.meta.url));

for (const { file, from, plugins = [], format = 'es' } of scripts) {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins,
    build: {
      target: 'es2022',
      outDir,
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
