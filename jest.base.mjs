import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The base of every project's jest.config.mjs. Workers are restarted, since Jest keeps the modules of each test file. */
export const base = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  testMatch: ['**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript' },
          transform: { useDefineForClassFields: false },
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
  // Records which tests cover which requirements, for `npm run conformance`.
  reporters: ['default', fileURLToPath(new URL('./tools/conformance/reporter.mjs', import.meta.url))],
  maxWorkers: Math.min(2, cpus().length),
  workerIdleMemoryLimit: '1GB',
  testTimeout: 60_000,
};
