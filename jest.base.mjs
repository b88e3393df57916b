import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { memoryFolder } from './tools/jest/memory-folder.mjs';
import { swc } from './tools/jest/swc.mjs';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));

// The global setup, the workers and the programs that they start inherit it.
const temporary = process.env.TMPDIR ? undefined : memoryFolder();
if (temporary !== undefined) process.env.TMPDIR = temporary;

/** The base of every project's jest.config.mjs. */
export const base = {
  testEnvironment: 'node',
  testRunner: file('tools/jest/runner.mjs'),
  testMatch: ['**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  // For the global setup; tools/jest/hooks.mjs compiles what tests import.
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', swc] },
  // Records which tests cover which requirements, for `npm run conformance -w tools`.
  reporters: ['default', file('tools/conformance/reporter.mjs')],
  maxWorkers: Math.min(2, cpus().length),
  workerIdleMemoryLimit: '1GB',
  // On a busy machine, a process needs time to end.
  workerGracefulExitTimeout: 10_000,
  // A rejection that is awaited later counts as handled.
  waitForUnhandledRejections: true,
  // Ends only a test that hangs: on a busy machine, a test may take ten times as long.
  testTimeout: 600_000,
};

/**
 * Returns the configuration of a project's campaigns, from that of its tests. They name no requirements. Each one uses all
 * cores, so they run one after another.
 */
export const campaigns = (tests) => ({
  ...tests,
  testMatch: ['**/*.campaign.ts'],
  reporters: ['default'],
  maxWorkers: 1,
});
