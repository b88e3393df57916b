import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { checkSource } from './check.ts';
import { checkDraft, drafted } from './drafts.ts';
import { sources } from './sources.ts';

const SAMPLES = join(import.meta.dirname, 'samples');
const MAPPINGS = join(import.meta.dirname, '../mappings');

it.each(sources)('reads every value of a sample of $path as the file states it', async (source) => {
  const found = await checkSource(source, join(SAMPLES, source.path), join(MAPPINGS, source.mapping));
  expect(found).toMatchObject({ differences: [] });
  expect(found.accepted).toBeGreaterThan(0);
});

/** Tables whose samples are too short, or show what the shipped mapping leaves as it is. */
const ONLY_WHOLE = ['sp500-constituents.yaml', 'sec-tickers.yaml', 'crunchbase-2013-companies.yaml'];

it.each(drafted.filter(({ source }) => !ONLY_WHOLE.includes(source.mapping)))(
  'needs at most three edits of the mapping that it drafts from a sample of $source.path',
  async (each) => {
    const { path, mapping } = each.source;
    const found = await checkDraft(each, join(SAMPLES, path), join(MAPPINGS, mapping));
    expect(found).toMatchObject({ differences: [] });
    expect(found.edits).toBeLessThanOrEqual(3);
    expect(found.accepted).toBeGreaterThan(0);
  },
);

it('has a source for every mapping', () => {
  expect(sources.map(({ mapping }) => mapping).sort()).toEqual(readdirSync(MAPPINGS).sort());
});

it('reports a value that a mapping reads wrongly', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-round-trip-'));
  try {
    const source = sources.find(({ mapping }) => mapping === 'nyse-listings.yaml')!;
    const wrong = join(folder, 'wrong.yaml');
    // Without the end of the word, "Commonwealth" is the beginning of "Common Stock".
    writeFileSync(wrong, readFileSync(join(MAPPINGS, source.mapping), 'utf8').replace('Common\\b', 'Common'));
    const { differences } = await checkSource(source, join(SAMPLES, source.path), wrong);
    expect(differences).toEqual([
      expect.stringMatching(/"First".* is not .*"First Commonwealth Dynamo Inc\."/),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
