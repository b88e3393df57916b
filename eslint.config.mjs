import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

/** Groups of packages, each with the projects that may import it (ARCHITECTURE.md). */
const families = [
  { packages: ['knex', 'pg'], scopes: ['store'] },
  { packages: ['better-sqlite3'], scopes: ['sqlite'] },
  { packages: ['meilisearch', 'sqlite-vec'], scopes: ['search'] },
  { packages: ['lit', 'lit/*', '@lit-labs/*'], scopes: ['embeds'] },
  {
    packages: ['express', 'multer', 'jose', 'pdfkit', 'svg-to-pdfkit', 'fontkit'],
    scopes: ['api'],
  },
  {
    packages: ['csv-parse', 'csv-parse/*', 'yaml', 'unified', 'remark-*', 'rehype-*', 'image-size'],
    scopes: ['ingest'],
  },
];

/** The projects and packages that each project may import (ARCHITECTURE.md). */
const boundaries = [
  {
    sourceTag: 'scope:shared',
    onlyDependOnLibsWithTags: ['scope:shared'],
    allowedExternalImports: ['zod', '@jest/globals', 'fast-check'],
  },
  constraint('sqlite', []),
  ...['store', 'search'].map((lib) => constraint(lib, ['sqlite'])),
  constraint('embeds', []),
  constraint('pages', []),
  constraint('client', []),
  constraint('api', ['store', 'search', 'embeds', 'pages']),
  constraint('ingest', ['store', 'search']),
  { sourceTag: 'scope:tools', onlyDependOnLibsWithTags: ['*'] },
];

function constraint(scope, libs) {
  return {
    sourceTag: `scope:${scope}`,
    onlyDependOnLibsWithTags: ['shared', scope, ...libs].map((each) => `scope:${each}`),
    bannedExternalImports: families
      .filter(({ scopes }) => !scopes.includes(scope))
      .flatMap(({ packages }) => packages),
  };
}

/** What writes records. Only the store calls these: `commit` does everything that a change of a record needs. */
const writersAnd = (...others) => ({
  paths: [
    {
      name: '@dossier/store',
      importNames: [
        ...others,
        ...['keepVersions', 'keepUntimed', 'keepAliases', 'noteChanges', 'noteDeletions', 'enqueue'],
        ...['enqueueFilings', 'addStatements', 'changeStatements', 'deleteStatements', 'endStatements'],
        ...['updateRows', 'deleteRows'],
      ],
      message: 'Only the ledger writes records: make changes, and hand them to commit (ARCHITECTURE.md).',
    },
  ],
});
const writers = writersAnd();

export default tseslint.config(
  {
    ignores: [
      '**/dist',
      '**/node_modules',
      '.nx',
      '**/data',
      'docs/reference/openapi.json',
      'libs/client/src/contract.ts',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': ['error', { allow: [], depConstraints: boundaries }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['apps/**/*.ts', 'tools/**/*.ts'],
    // The programs of operators write keys and organizations, and name the store in each call.
    ignores: ['**/testing/**', '**/*.test.ts', 'apps/api/src/admin.ts', 'apps/api/src/admin/**'],
    rules: { 'no-restricted-imports': ['error', writers] },
  },
  // A kind is pure: the ledger stores its records.
  {
    files: ['apps/ingest/src/kinds/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-imports': ['error', writersAnd('commit')] },
  },
  // A slice is a folder of resources; a family such as documents has slices of its own inside.
  // Their tests may write as the ledger does.
  ...[1, 2, 3].flatMap((depth) =>
    [
      ['*.ts', writers],
      ['*.test.ts', {}],
    ].map(([names, restricted]) => ({
      files: [`apps/api/src/resources/${'*/'.repeat(depth)}${names}`],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            ...restricted,
            patterns: [
              {
                regex: `^(\\.\\./){${depth}}(?!\\.\\.)|/resources/`,
                message: 'A slice must not import another slice (ARCHITECTURE.md).',
              },
            ],
          },
        ],
      },
    })),
  ),
  {
    // Response bodies are `any` in tests, which check them against the contract at run time.
    files: ['**/*.test.ts', '**/*.campaign.ts', '**/testing/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    ...tseslint.configs.disableTypeChecked,
    rules: {
      ...tseslint.configs.disableTypeChecked.rules,
      '@nx/enforce-module-boundaries': 'off',
      '@typescript-eslint/no-require-imports': 'off',
    },
    languageOptions: {
      ...tseslint.configs.disableTypeChecked.languageOptions,
      globals: Object.fromEntries(
        [
          ...['process', 'console', 'URL', 'fetch', 'setInterval', 'clearInterval'],
          ...['require', 'exports', 'module', '__dirname'],
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  prettier,
);
