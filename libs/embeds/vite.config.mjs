import { defineConfig } from 'vite';

const sheets = {
  'styles.ts': 'export const widgetStyles = [];',
  'chart-styles.ts': 'export const chartStyles = [], datasetStyles = [];',
};

/** Elements that are taken over have their style sheets in the page already: the script need not carry them again. */
const withoutStyles = {
  name: 'without-styles',
  load: (id) => sheets[id.split('/src/elements/')[1]],
};

/** The script of the embed pages as one small module: `dist/client.js`. */
export default defineConfig({
  logLevel: 'warn',
  plugins: [withoutStyles],
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: false,
    modulePreload: false,
    rollupOptions: {
      input: 'src/client.ts',
      output: { entryFileNames: 'client.js', format: 'es' },
    },
  },
});
