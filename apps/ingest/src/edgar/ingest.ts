import type { SearchEngine } from '@dossier/search';
import { databaseId, type Db } from '@dossier/store';
import { findKind } from '../kinds/index.ts';
import { load, type Load, type LoadOptions, type Progress } from '../load/load.ts';
import type { Report } from '../report/report.ts';
import { addDomains, readDomains } from '../readers/domains.ts';
import { expandEdgar } from '../readers/edgar/expand.ts';
import type { SourceItem } from '../readers/open.ts';
import type { Parsed, Reject } from '../rows/types.ts';
import { edgarAddresses, secHosts, type EdgarHosts } from '../readers/edgar/addresses.ts';
import { edgarClient, type ClientOptions, type RequestCounts } from './client.ts';
import { findFilers } from './filers.ts';
import { indexNames } from './index-names.ts';
import {
  readCompany,
  readFacts,
  notLoaded,
  readFilings,
  readFilingText,
  readIndex,
  readOrReject,
  type Read,
  type Reader,
} from './read.ts';
import { runMemory } from './resume.ts';
import { findTexts, REPORTS } from './texts.ts';

/** What can be read from EDGAR, and the kind of its records. */
const SOURCES = {
  companies: { kind: 'company', read: readCompany, atOnce: 4 },
  filings: { kind: 'filing', read: readFilings, atOnce: 4 },
  facts: { kind: 'metric', read: readFacts, atOnce: 4 },
  // The index of a quarter has 50 MB.
  index: { kind: 'filing', read: readIndex, atOnce: 2 },
  texts: { kind: 'document', read: readFilingText, atOnce: 4 },
} as const satisfies Record<string, { kind: string; read: Read; atOnce: number }>;
export type EdgarSource = keyof typeof SOURCES;

export interface EdgarOptions
  extends
    ClientOptions,
    Pick<LoadOptions, 'domains' | 'createCompanies' | 'rejects' | 'dryRun' | 'batchSize'> {
  /** Servers in place of the SEC's. */
  hosts?: EdgarHosts;
  /** Adds every stored company that has a CIK to the named ones. */
  known?: boolean;
  /** For texts: names of forms, separated by commas; by default those of reports. */
  forms?: string;
  /** Starts again instead of resuming an interrupted run of the same command. */
  restart?: boolean;
}

export interface EdgarRun extends Pick<Load, 'run' | 'note' | 'stop'> {
  db: Db;
  search?: SearchEngine;
  source: EdgarSource;
  /** Tickers and CIKs, or names of indexes. */
  names: string[];
  options: EdgarOptions;
  /** Counts items instead of bytes. */
  onProgress?: (progress: Progress) => void;
  /** Receives how many items an interrupted run has finished, if there was one. */
  onResume?: (done: number, all: number) => void;
}

/** The report of a load from EDGAR. Its files are companies or indexes. */
export interface EdgarReport extends Report {
  requests: RequestCounts;
  /** Items finished by an interrupted run of the same command. */
  finishedBefore: number;
  /** Counts of what was read but is not a row, by reason. */
  leftOut: Record<string, number>;
}

/**
 * Loads companies, filings, their texts or metric observations from EDGAR. Rows go through `load` like those of any file. Items are
 * noted on disk once their rows are stored, so the same command resumes after an interruption. Items that cannot be read
 * are rejects and are not noted.
 * @throws LoadError when an argument is wrong, or EDGAR blocks requests or is down
 */
export async function ingestEdgar(run: EdgarRun): Promise<EdgarReport> {
  const { db, search, source, names, options, run: id, note, stop, onProgress, onResume } = run;
  const { hosts = secHosts, known, restart, dryRun, createCompanies = false, forms, ...rest } = options;
  const { read, atOnce } = SOURCES[source];
  const kind = findKind(SOURCES[source].kind)!;
  const domains = options.domains === undefined ? undefined : await readDomains(options.domains);
  const addresses = edgarAddresses(hosts);
  const client = edgarClient(rest);
  try {
    const stored = await storedCiks(db);
    const isKnown = (cik: string) => stored.has(cik);
    const reader: Reader = { client, addresses, createCompanies, isKnown, texts: new Map() };
    const { wanted, rejects, leftOut } = await targets(run, reader, stored);
    const command = { source, names, known, createCompanies, domains: options.domains, hosts, forms };
    const memory = await runMemory(options.cache, { ...command, database: await databaseId(db) }, restart);
    const left = wanted.filter((name) => !memory.done.has(name));
    const finishedBefore = wanted.length - left.length;
    if (finishedBefore > 0) onResume?.(finishedBefore, wanted.length);
    // A dry run locks the database, so everything is read before it.
    if (dryRun) await drain(ahead(left, atOnce, (name) => readOrReject(read, name, reader)));

    let items = finishedBefore;
    const recordsOf = (rows: Iterable<Parsed>) => {
      if (!kind.edgar) return rows;
      const records = expandEdgar(rows, kind.edgar, { createCompanies });
      return domains ? addDomains(records, domains, kind) : records;
    };
    const sourceItems = async function* (): AsyncGenerator<SourceItem> {
      if (rejects.length > 0) yield { rows: recordsOf(rejects) };
      const readings = ahead(left, atOnce, async (name) => ({
        name,
        ...(await readOrReject(read, name, reader)),
      }));
      for await (const { name, rows, leftOut: counts = {}, isPart } of readings) {
        for (const [reason, n] of Object.entries(counts)) leftOut[reason] = (leftOut[reason] ?? 0) + n;
        items++;
        yield { rows: recordsOf(rows), ...(!isPart && { onStored: () => memory.finish(name) }) };
      }
    };
    const report = await load({
      db,
      search,
      kind,
      paths: sourceItems(),
      options: { ...rest, dryRun },
      run: id,
      note,
      stop,
      onProgress: (progress) => onProgress?.({ ...progress, bytes: items, totalBytes: wanted.length }),
    });
    if (!dryRun) await memory.end();
    return { ...report, requests: client.counts, finishedBefore, leftOut };
  } finally {
    client.close();
  }
}

/** What a run reads: items by name, rejected arguments, and counts of what is left out. */
interface Targets {
  wanted: string[];
  rejects: Reject[];
  leftOut: Record<string, number>;
}

async function targets(
  { db, source, names, options }: EdgarRun,
  reader: Reader,
  stored: Set<string>,
): Promise<Targets> {
  if (source === 'index') return { wanted: indexNames(names), rejects: [], leftOut: {} };
  const filers = await findFilers(names, reader);
  const ciks = [...new Set([...filers.ciks, ...(options.known ? stored : [])])];
  if (source !== 'texts') return { wanted: ciks, rejects: filers.rejects, leftOut: {} };
  const { texts, leftOut } = await findTexts(db, ciks, options.forms ?? REPORTS);
  for (const [accession, text] of texts) reader.texts.set(accession, text);
  const unknown = ciks.filter((cik) => !stored.has(cik)).map(notLoaded);
  return { wanted: [...texts.keys()], rejects: [...filers.rejects, ...unknown], leftOut };
}

async function storedCiks(db: Db): Promise<Set<string>> {
  const rows = await db('companies').whereNotNull('cik').orderBy('id').select<{ cik: string }[]>('cik');
  return new Set(rows.map(({ cik }) => cik));
}

async function drain(items: AsyncGenerator): Promise<void> {
  while (!(await items.next()).done);
}

/**
 * Works on some items at once, ahead of the consumer, and yields the results in the order of the items.
 * @throws the error of an item in its turn
 */
async function* ahead<Item, Result>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for (const item of items) {
    const result = work(item);
    // The error is thrown in its turn; until then it must not count as unhandled.
    result.catch(() => {});
    running.push(result);
    if (running.length >= atOnce) yield running.shift()!;
  }
  for (const result of running) yield result;
}
