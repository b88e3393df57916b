import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { readMapped } from '@dossier/ingest/testing';
import { stated } from './raw.ts';
import type { RoundTripSource } from './sources.ts';

/** What the check of a source found. */
interface RoundTrip {
  rows: number;
  accepted: number;
  rejected: number;
  /** Values of accepted rows. */
  values: number;
  differences: string[];
}

/** Reads a file with its mapping, and compares every accepted record with what the raw row states. */
export async function checkSource(
  { kind, encoding = 'utf-8', records }: RoundTripSource,
  file: string,
  mapping: string,
): Promise<RoundTrip> {
  const text = new TextDecoder(encoding).decode(readFileSync(file));
  const expected = records(text);
  const read = await readMapped(kind, file, mapping);
  const differences: string[] = [];
  if (read.length !== expected.length)
    differences.push(`${read.length} rows were read of ${expected.length}`);
  let values = 0;
  let accepted = 0;
  for (const [i, row] of read.entries()) {
    if (!('record' in row)) continue;
    accepted++;
    const found = stated(row.record);
    const wanted = stated(expected[i]);
    values += countValues(found);
    if (!isDeepStrictEqual(found, wanted))
      differences.push(`row ${row.row}: ${JSON.stringify(found)} is not ${JSON.stringify(wanted)}`);
  }
  return { rows: read.length, accepted, rejected: read.length - accepted, values, differences };
}

const countValues = (value: unknown): number =>
  value !== null && typeof value === 'object'
    ? Object.values(value).reduce<number>((sum, inner) => sum + countValues(inner), 0)
    : 1;
