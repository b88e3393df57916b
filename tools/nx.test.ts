import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = resolve(import.meta.dirname, '..');

/** The files that Nx hashes to decide whether the tests of a project have to run again. */
function inputsOf(project: string): string[] {
  const shown = execFileSync(
    join(root, 'node_modules/.bin/nx'),
    ['show', 'target', 'inputs', `@dossier/${project}:test`, '--json'],
    {
      cwd: root,
      // Plugins in processes of their own take twice as long.
      env: { ...process.env, NODE_OPTIONS: '', NX_ISOLATE_PLUGINS: 'false' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  return (JSON.parse(shown) as { files: string[] }).files;
}

/** The documents that tests of libraries and applications read. */
const documents: Record<string, string[]> = {
  'libs/shared': [],
  'libs/store': [],
  'libs/search': [],
  'libs/pages': [],
  'libs/embeds': ['docs/publishers/elements.md'],
  // It serves the documents.
  'apps/api': execFileSync('git', ['ls-files', '*.md', 'docs/**/*.md'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => /^docs\/|^[^/]+\.md$/.test(path))
    .sort(),
  'apps/ingest': [
    ...['companies', 'documents', 'mapping-values', 'mappings', 'reference'].map(
      (name) => `docs/data-team/${name}.md`,
    ),
  ],
};

describe('nx test', () => {
  it.each(Object.keys(documents))(
    'runs the tests of %s again only after changes to their code or the documents they read',
    (folder) => {
      const outside = inputsOf(folder.split('/')[1]!).filter((path) => !/^(apps|libs)\//.test(path));
      expect(outside.filter((path) => path.endsWith('.md')).sort()).toEqual(documents[folder]);
      const others = outside.filter((path) => !/\.md$|^tools\/mappings\//.test(path));
      expect(others.sort()).toEqual([
        '.gitignore',
        'jest.base.mjs',
        'nx.json',
        ...(folder === 'libs/embeds' ? ['tools/build/libraries.mjs'] : []),
        'tools/conformance/reporter.mjs',
        ...['globals', 'hooks', 'program', 'runner'].map((name) => `tools/jest/${name}.mjs`),
        'tsconfig.base.json',
      ]);
    },
  );
});
