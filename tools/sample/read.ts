import { readFileSync } from 'node:fs';
import type { Inputs } from '@dossier/ingest/testing';

/** The type of a record as if no field were null or missing: tests need no `!`. */
type Complete<T> = T extends (infer Item)[]
  ? Complete<Item>[]
  : T extends object
    ? { [Name in keyof T]-?: Complete<NonNullable<T[Name]>> }
    : T;
type Sample = { [File in keyof Inputs]: Complete<Inputs[File]>[] };

export const sampleFiles = ['companies', 'datasets', 'filings', 'news', 'metrics', 'events'] as const;

/** Returns the lines of one file of the sample. */
export const linesOf = (file: keyof Sample): string[] =>
  readFileSync(new URL(`./${file}.ndjson`, import.meta.url), 'utf8').trimEnd().split('\n');

/** Returns the records of the sample by kind. Throws on a line that is not JSON. */
export const readSample = () =>
  Object.fromEntries(
    sampleFiles.map((file) => [file, linesOf(file).map((line): unknown => JSON.parse(line))]),
  ) as unknown as Sample;

/** Returns the values that a list contains more than once. */
export const repeated = <T>(values: T[]): T[] =>
  values.filter((value, index) => values.indexOf(value) !== index);
