import { afterAll } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeSearchEngine } from '../suite/engine-suite.ts';
import { openSearch } from '../open.ts';

const folder = mkdtempSync(join(tmpdir(), 'search-'));
afterAll(() => rmSync(folder, { recursive: true }));

describeSearchEngine('FTS5', (place) => openSearch(`sqlite:${join(folder, `${place}.db`)}`));
