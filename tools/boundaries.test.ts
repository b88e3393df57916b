import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ESLint, type Linter } from 'eslint';
import tseslint from 'typescript-eslint';

const root = resolve(import.meta.dirname, '..');
// The rules on imports need no types, and reading the types of every project takes most of the time.
const overrideConfig = tseslint.configs.disableTypeChecked as Linter.Config;
const eslint = new ESLint({ cwd: root, overrideConfig });

/** Returns the messages of the linter for a file that contains only an import of that module. */
async function lint(file: string, module: string): Promise<string[]> {
  const [result] = await eslint.lintText(`import '${module}';\n`, { filePath: resolve(root, file) });
  return result!.messages.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

describe('the linter', () => {
  // The rule reads the project graph of Nx, and reports nothing without one.
  beforeAll(() => {
    const env = { ...process.env, NODE_OPTIONS: '', NX_ISOLATE_PLUGINS: 'false' };
    execFileSync(resolve(root, 'node_modules/.bin/nx'), ['show', 'projects'], {
      cwd: root,
      env,
      stdio: 'ignore',
    });
  });

  it.each([
    ['libs/shared/src/errors.ts', 'knex'],
    ['libs/shared/src/errors.ts', '@dossier/store'],
    ['libs/store/src/sql/open.ts', '@dossier/search'],
    ['libs/store/src/sql/open.ts', 'express'],
    ['libs/search/src/open.ts', 'knex'],
    ['libs/embeds/src/embed/render.ts', '@dossier/store'],
    ['libs/pages/src/page.ts', '@dossier/embeds'],
    ['apps/ingest/src/kinds/kind.ts', '@dossier/pages'],
    ['apps/api/src/app.ts', 'knex'],
    ['apps/api/src/app.ts', '@dossier/ingest'],
    ['apps/ingest/src/kinds/kind.ts', '@dossier/api'],
    ['apps/ingest/src/kinds/kind.ts', '@dossier/embeds'],
    ['apps/api/src/app.ts', 'lit'],
    ['apps/api/src/app.ts', 'csv-parse/sync'],
    ['apps/ingest/src/kinds/kind.ts', 'jose'],
    ['apps/api/src/resources/companies/routes.ts', '../documents/read.ts'],
    ['apps/api/src/resources/companies/routes.ts', '../../resources/documents/read.ts'],
    ['apps/api/src/resources/documents/pdf/routes.ts', '../../companies/read.ts'],
    ['apps/api/src/resources/documents/pdf/draw/text.ts', '../../../companies/read.ts'],
  ])('rejects an import in %s of %s', async (file, module) => {
    expect((await lint(file, module)).join()).toMatch(
      /enforce-module-boundaries|must not import another slice/,
    );
  });

  it.each([
    ['libs/store/src/sql/open.ts', 'knex'],
    ['apps/api/src/app.ts', '@dossier/store'],
    ['apps/api/src/resources/companies/routes.ts', '../../query/fields.ts'],
    ['apps/api/src/resources/documents/pdf/routes.ts', '../read.ts'],
    ['apps/api/src/resources/documents/pdf/draw/text.ts', '../../read.ts'],
  ])('accepts an import in %s of %s', async (file, module) => {
    expect(await lint(file, module)).toEqual([]);
  });

  it.each([
    ['apps/ingest/src/kinds/news.ts', 'noteChanges'],
    ['apps/ingest/src/ledger/upsert-rows.ts', 'updateRows'],
    ['apps/ingest/src/kinds/news.ts', 'commit'],
    ['apps/api/src/resources/news/read.ts', 'deleteRows'],
  ])('rejects a writer of the store in %s: %s', async (file, writer) => {
    const text = `import { ${writer}, write } from '@dossier/store';\nvoid [${writer}, write];\n`;
    const [result] = await eslint.lintText(text, { filePath: resolve(root, file) });
    const messages = result!.messages.map(({ message }) => message);
    expect(messages).toEqual([expect.stringMatching(`${writer}.*Only the ledger writes records`)]);
  });
});
