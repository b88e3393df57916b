import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

/** Who may import whom, and the one lib in which each family of packages is allowed (ARCHITECTURE.md). */
const boundaries = [
  {
    sourceTag: 'scope:shared',
    onlyDependOnLibsWithTags: ['scope:shared'],
    allowedExternalImports: ['zod', '@jest/globals', 'fast-check'],
  },
  {
    sourceTag: 'scope:store',
    onlyDependOnLibsWithTags: ['scope:shared', 'scope:store'],
    bannedExternalImports: ['express', 'lit', 'lit/*', '@lit-labs/*', 'meilisearch'],
  },
  {
    sourceTag: 'scope:search',
    onlyDependOnLibsWithTags: ['scope:shared', 'scope:search'],
    bannedExternalImports: ['express', 'lit', 'lit/*', '@lit-labs/*', 'knex', 'pg'],
  },
  {
    sourceTag: 'scope:embeds',
    onlyDependOnLibsWithTags: ['scope:shared', 'scope:embeds'],
    bannedExternalImports: ['express', 'knex', 'pg', 'better-sqlite3', 'meilisearch'],
  },
  {
    sourceTag: 'scope:api',
    onlyDependOnLibsWithTags: ['scope:shared', 'scope:store', 'scope:search', 'scope:embeds'],
    bannedExternalImports: ['knex', 'pg', 'better-sqlite3', 'meilisearch', 'lit', 'lit/*', '@lit-labs/*'],
  },
  {
    sourceTag: 'scope:ingest',
    onlyDependOnLibsWithTags: ['scope:shared', 'scope:store', 'scope:search'],
    bannedExternalImports: [
      'express',
      'knex',
      'pg',
      'better-sqlite3',
      'meilisearch',
      'lit',
      'lit/*',
      '@lit-labs/*',
    ],
  },
  { sourceTag: 'scope:tools', onlyDependOnLibsWithTags: ['*'] },
];

export default tseslint.config(
  { ignores: ['**/dist', '**/node_modules', '.nx', '**/data', 'docs/openapi.json'] },
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
    files: ['apps/api/src/resources/*/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^\\.\\./(?!\\.\\.)', message: 'A slice never imports a slice (ARCHITECTURE.md).' },
          ],
        },
      ],
    },
  },
  {
    // What a response holds is `any`; tests hold it to its contract at run time instead.
    files: ['**/*.test.ts', '**/testing/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['**/*.mjs'],
    ...tseslint.configs.disableTypeChecked,
    rules: { ...tseslint.configs.disableTypeChecked.rules, '@nx/enforce-module-boundaries': 'off' },
    languageOptions: {
      ...tseslint.configs.disableTypeChecked.languageOptions,
      globals: { process: 'readonly', console: 'readonly', URL: 'readonly', fetch: 'readonly' },
    },
  },
  prettier,
);
