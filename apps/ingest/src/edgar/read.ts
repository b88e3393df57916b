import { basename } from 'node:path';
import type { Parsed, Reject } from '../rows/types.ts';
import type { EdgarAddresses } from '../readers/edgar/addresses.ts';
import { Unreadable } from './ask.ts';
import type { EdgarClient } from './client.ts';
import { metricRows, readCompanyFacts } from '../readers/edgar/facts.ts';
import { readFormIndex } from '../readers/edgar/form-index.ts';
import { pagesOf } from '../readers/edgar/submissions.ts';
import { readText, type FilingText } from './texts.ts';

/** The rows of one argument, and counts of what is not a row, by reason. */
export interface Reading {
  rows: Parsed[];
  leftOut?: Record<string, number>;
  /** Set when a part could not be read now and is a reject: the item must be read again later. */
  isPart?: true;
}

export interface Reader {
  client: EdgarClient;
  addresses: EdgarAddresses;
  /** Returns whether a company with that CIK is stored. */
  isKnown: (cik: string) => boolean;
  /** Whether filings create missing companies. */
  createCompanies: boolean;
  /** The filings whose texts are read, by accession number. */
  texts: Map<string, FilingText>;
}

/** Reads a company or an index from EDGAR. */
export type Read = (name: string, reader: Reader) => Promise<Reading>;

const json = (body: Buffer) => JSON.parse(body.toString()) as unknown;
const rejected = (file: string, reason: string): Reject => ({ file, row: 1, reason, raw: null });

/** Converts Unreadable to a reject. @throws any other error */
function unreadable(error: unknown): Reject {
  if (!(error instanceof Unreadable)) throw error;
  return rejected(basename(error.url), `unreadable: ${error.message}; run it again later`);
}

/** Reads an item; if it cannot be read, its only row is a reject. */
export const readOrReject = async (read: Read, name: string, reader: Reader): Promise<Reading> => {
  try {
    return await read(name, reader);
  } catch (error) {
    return { rows: [unreadable(error)], isPart: true };
  }
};

const noFiler = (cik: string) =>
  rejected(`CIK${cik}.json`, `unknown filer: EDGAR has none with the CIK ${cik}`);
export const notLoaded = (cik: string) =>
  rejected(
    `CIK${cik}.json`,
    `unknown company: no company has the CIK ${cik}; load it first (ingest edgar companies ${cik})`,
  );

/** Reads the company of a CIK: the head of its submissions. */
export const readCompany: Read = async (cik, { client, addresses }) => {
  const file = `CIK${cik}.json`;
  const value = await client.get(addresses.submissions(cik), json);
  return { rows: [value === undefined ? noFiler(cik) : { file, row: 1, value }] };
};

/** Reads the filings of a CIK: its submissions, then the pages of older filings. */
export const readFilings: Read = async (cik, { client, addresses, isKnown, createCompanies }) => {
  if (!createCompanies && !isKnown(cik)) return { rows: [notLoaded(cik)], isPart: true };
  const value = await client.get(addresses.submissions(cik), json);
  if (value === undefined) return { rows: [noFiler(cik)] };
  const reading: Reading = { rows: [{ file: `CIK${cik}.json`, row: 1, value }] };
  for (const page of pagesOf(value, cik)) {
    try {
      const older = await client.get(addresses.page(page), json);
      reading.rows.push(older === undefined ? noPage(page) : { file: page, row: 1, value: older });
    } catch (error) {
      reading.rows.push(unreadable(error));
      reading.isPart = true;
    }
  }
  return reading;
};

const noPage = (page: string) =>
  rejected(page, 'missing page: the submissions name this page of older filings, and EDGAR does not have it');

/** Reads the metric observations of a CIK: its company facts. Many companies have none. */
export const readFacts: Read = async (cik, { client, addresses, isKnown }) => {
  if (!isKnown(cik)) return { rows: [notLoaded(cik)], isPart: true };
  const file = `companyfacts/CIK${cik}.json`;
  const value = await client.get(addresses.facts(cik), json);
  if (value === undefined) return { rows: [], leftOut: { 'companies without facts': 1 } };
  const facts = readCompanyFacts(value);
  if (!facts) return { rows: [rejected(file, 'wrong format: the file has no company facts')] };
  return metricRows(facts, file);
};

/** Reads the text of a stored filing as a document. */
export const readFilingText: Read = async (accession, { client, addresses, texts }) => ({
  rows: [await readText(texts.get(accession)!, client, addresses.archive)],
});

/** Reads the filings of stored companies in an index. Holidays, and the current day, have none. */
export const readIndex: Read = async (name, { client, addresses, isKnown }): Promise<Reading> => {
  const url = addresses.index(name);
  const file = url.slice(url.lastIndexOf('/edgar/') + 1);
  // The SEC writes these files in Latin-1.
  const index = await client.get(url, (body) => readFormIndex(body.toString('latin1'), file, isKnown));
  if (index) return { rows: index.rows, leftOut: { 'filings of other companies': index.others } };
  if (!name.includes('Q')) return { rows: [], leftOut: { 'days without an index': 1 } };
  return { rows: [rejected(file, 'missing index: EDGAR has none of this quarter')] };
};
