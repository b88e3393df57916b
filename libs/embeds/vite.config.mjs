import { defineConfig } from 'vite';

/** The script of the embed pages as one small module: `dist/client.js`. */
export default defineConfig({
  logLevel: 'warn',
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
