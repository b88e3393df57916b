import { cpus } from 'node:os';

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
  maxWorkers: Math.min(2, cpus().length),
  workerIdleMemoryLimit: '500MB',
  testTimeout: 60_000,
};
