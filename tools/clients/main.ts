import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VERSION = '7.13.2';

// Installs orval in a temporary folder, and runs the test of generated clients with it.
const folder = mkdtempSync(join(tmpdir(), 'dossier-orval-'));
try {
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', '--prefix', folder, ...flags, `orval@${VERSION}`], { stdio: 'inherit' });
  const ORVAL = join(folder, 'node_modules/orval/dist/bin/orval.js');
  const { status } = spawnSync('npx', ['jest', 'e2e/generated-clients'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, ORVAL, NODE_OPTIONS: '--experimental-vm-modules' },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
