import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build } from 'vite';

// Unpacks the package as npm installs it, and builds pages that use it: a plain one, and one each of React, Vue and Svelte.
// Their other dependencies are those of this project.

process.env.NODE_ENV = 'production';
const root = resolve(import.meta.dirname, '../..');
const folder = resolve(root, 'dist/test-package');
const site = resolve(folder, 'site');
const installed = resolve(site, 'node_modules/@dossier/embeds');

rmSync(folder, { recursive: true, force: true });
cpSync(resolve(import.meta.dirname, 'pages'), site, { recursive: true });
mkdirSync(installed, { recursive: true });
// A project of its own: imports of `@dossier/embeds` inside of this one would find its sources.
writeFileSync(resolve(site, 'package.json'), '{"private":true,"type":"module"}');
execFileSync('tar', ['-xzf', resolve(root, 'dist/package.tgz'), '--strip-components', '1'], {
  cwd: installed,
});
await build({
  configFile: false,
  root: site,
  logLevel: 'warn',
  plugins: [svelte({ configFile: false })],
  define: {
    __VUE_OPTIONS_API__: 'true',
    __VUE_PROD_DEVTOOLS__: 'false',
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
  },
  build: {
    outDir: resolve(folder, 'built'),
    emptyOutDir: true,
    rollupOptions: {
      input: ['plain', 'react', 'vue', 'svelte'].map((name) => resolve(site, `${name}.html`)),
    },
  },
});
