import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { readMapped } from '../../testing/read.ts';

const MAPPINGS = join(import.meta.dirname, '../../../../../tools/mappings');
const SAMPLES = join(import.meta.dirname, 'samples');
const EXPECTED = 'expected.json';

/** The first rows of public tables, and the records that each mapping in `tools/mappings` must make of them. */
const samples = readdirSync(SAMPLES).filter((name) => name !== EXPECTED);
const mappingOf = (sample: string) => sample.replace(/\.\w+$/, '.yaml');
const expected = JSON.parse(readFileSync(join(SAMPLES, EXPECTED), 'utf8')) as Record<string, unknown[]>;

it('has a sample for every mapping', () => {
  expect(samples.map(mappingOf).sort()).toEqual(readdirSync(MAPPINGS).sort());
});

it.each(samples)('reads every value of %s as the file states it', async (sample) => {
  const mapping = join(MAPPINGS, mappingOf(sample));
  const [, kind] = /^kind: (\w+)$/m.exec(readFileSync(mapping, 'utf8'))!;
  const rows = await readMapped(kind!, join(SAMPLES, sample), mapping);
  expect(rows.map((row) => ('record' in row ? row.record : null))).toEqual(expected[sample]);
});
