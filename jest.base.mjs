import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

/** What every project's jest.config.mjs spreads. Two workers that are recycled: ESM jest keeps each test file's modules. */
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
        },
        module: { type: 'es6' },
      },
    ],
  },
  // Keeps which tests show which requirements; `npm run conformance` reads it.
  reporters: ['default', fileURLToPath(new URL('./tools/conformance/reporter.mjs', import.meta.url))],
  maxWorkers: Math.min(2, cpus().length),
  workerIdleMemoryLimit: '500MB',
  testTimeout: 60_000,
};
