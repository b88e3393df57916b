import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A word for each company, none of which search takes for a typo of another. */
export const WORDS = [
  'amber',
  'basalt',
  'cobalt',
  'dolomite',
  'emerald',
  'feldspar',
  'gypsum',
  'hematite',
  'ilmenite',
  'jasper',
  'kaolin',
  'limonite',
];
const FILINGS = 5;

/** The kinds that are loaded, in this order. */
export const kinds = ['companies', 'filings'] as const;
export type LoadedKind = (typeof kinds)[number];

/** A version is in several fields of each record, so that a mix of two versions shows. */
const records: Record<LoadedKind, (version: number) => object[]> = {
  companies: (version) =>
    WORDS.map((word) => ({
      domain: `${word}.example`,
      name: `${word} works`,
      type: 'private',
      description: `Sells ${word}, version${version}.`,
      headquarters: { city: `version${version}`, country: `version${version}` },
      financials: [{ name: 'total_estimated_funding', value: fundingOf(version) }],
    })),
  filings: (version) =>
    WORDS.flatMap((word, place) =>
      Array.from({ length: FILINGS }, (_, i) => ({
        company: `${word}.example`,
        accession_number: `0000000001-26-${String(place * FILINGS + i).padStart(6, '0')}`,
        name: `Report ${i} on ${word}, version${version}`,
        type: '10-K',
        filed_at: `2026-01-0${i + 1}`,
        url: `https://filings.example/${word}/${i}/version${version}`,
      })),
    ),
};

/** The funding of every company in a version. */
export const fundingOf = (version: number) => 7_000_000 + version;

/** Writes the file of a kind in a version, and returns its path. One load stores it in one transaction. */
export function writeRecords(folder: string, kind: LoadedKind, version: number): string {
  const path = join(folder, `${kind}.ndjson`);
  writeFileSync(
    path,
    records[kind](version)
      .map((record) => `${JSON.stringify(record)}\n`)
      .join(''),
  );
  return path;
}
