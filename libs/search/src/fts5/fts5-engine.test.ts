import { afterAll } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeSearchEngine } from '../suite/engine-suite.ts';
import { describeMeaning } from '../suite/meaning.ts';
import { openSearch, openStandby } from '../open.ts';

const folder = mkdtempSync(join(tmpdir(), 'search-'));
afterAll(() => rmSync(folder, { recursive: true }));

const url = (place: string) => `sqlite:${join(folder, `${place}.db`)}`;
describeMeaning('FTS5', {
  open: (place, embeddings) => openSearch(url(place), { embeddings }),
  standby: (place, embeddings) => openStandby(url(place), { embeddings }),
});
describeSearchEngine('FTS5', (place) => openSearch(url(place)));
