import { existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { swc } from './tools/jest/hooks.mjs';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Linux keeps these files in memory. On a disk, databases wait for each write. */
const MEMORY = '/dev/shm';
const hasRoom = () => {
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > 3 * 1024 ** 3;
};
// The global setup, the workers and the programs that they start inherit it.
if (!process.env.TMPDIR && existsSync(MEMORY) && hasRoom()) {
  const folder = `${MEMORY}/dossier-tests-${process.pid}`;
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  // Nothing changes the sample of test mode, so all services of a run share the one that the first of them makes.
  process.env.TEST_DIR ??= `${folder}/test-mode`;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

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
