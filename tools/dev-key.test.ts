import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { apiKeyId } from '@dossier/store';
import { devKey } from './dev-key.ts';

it('npm run dev keeps its API key between restarts, readable only by its owner', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-dev-'));
  try {
    const path = join(folder, 'data/dev-key');
    const key = devKey(path);
    expect(apiKeyId(key)).toMatch(/^\w{8}$/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(devKey(path)).toBe(key);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
