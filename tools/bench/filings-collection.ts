import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findKind, load, reindex, type Load, type LoadOptions } from '@dossier/ingest';
import { openSearch, openStandby } from '@dossier/search';
import type { DocumentContent } from '@dossier/shared';
import { databaseId, migrate, openDatabase, type Db } from '@dossier/store';
import { factFilings } from './filings-facts.ts';
import { htmlFilings } from './filings-html.ts';
import { xmlFilings } from './filings-xml.ts';
import type { Collection, Text } from './relevance-collection.ts';
import { optionsOf, type SearchSettings } from './search-api.ts';

const QUESTIONS = new URL('./filings-questions.ndjson', import.meta.url);
/** A date for the pages that have none. */
const DATE = '2024-01-01';

/** Companies whose filings the collection contains, by domain: CIK, name and ticker. */
const COMPANIES: Record<string, [cik: string, name: string, ticker?: string]> = {
  'apple.com': ['0000320193', 'Apple Inc.', 'AAPL'],
  'tesla.com': ['0001318605', 'Tesla, Inc.', 'TSLA'],
  'snowflake.com': ['0001640147', 'Snowflake Inc.', 'SNOW'],
  'homedepot.com': ['0000354950', 'The Home Depot, Inc.', 'HD'],
  'nordstrom.com': ['0000072333', 'Nordstrom, Inc.', 'JWN'],
  '1800flowers.com': ['0001084869', '1-800-FLOWERS.COM, Inc.', 'FLWS'],
  'lpamericas.com': ['0001997711', 'Logistic Properties of the Americas', 'LPA'],
  'alzamend.com': ['0001677077', 'Alzamend Neuro, Inc.', 'ALZN'],
  'siemens-energy.com': ['0001830056', 'Siemens Energy AG'],
  'carboceramics.com': ['0001009672', 'CARBO Ceramics Inc.'],
};

/** The files of the collection: each load with its options. */
const FILES: [path: string, options?: LoadOptions][] = [
  ['docs/digitalgov/news'],
  ['docs/digitalgov/resources'],
  ['docs/18f-posts'],
  ['docs/18f-guides', { date: DATE }],
  ['docs/nist-800-63-3/sp800-63-3', { date: DATE }],
  ['docs/nist-800-63-3/sp800-63a', { date: DATE }],
  ['docs/changelog-interviews', { type: 'interview', date: DATE }],
  ['docs/distill', { date: DATE }],
];

/**
 * Loads filings and documents of a folder of public data into a database, as the data team does, and reads the questions
 * of `filings-questions.ndjson`. Facts and forms that the SEC publishes as JSON or XML become documents with a section
 * for each topic.
 */
export async function filingsCollection(data: string): Promise<Collection> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-filings-'));
  const close = async () => rmSync(folder, { recursive: true, force: true });
  const databaseUrl = `sqlite:${join(folder, 'filings.db')}`;
  try {
    const db = openDatabase(databaseUrl);
    try {
      await migrate(db);
      await loadAll(db, data);
      const { texts, sections } = await readTexts(db);
      const index = async (settings: SearchSettings) => {
        await indexDatabase(databaseUrl, settings);
        return databaseUrl;
      };
      return { name: 'filings', texts, sections, ...readQuestions(sections), index, close };
    } finally {
      await db.destroy();
    }
  } catch (error) {
    await close();
    throw error;
  }
}

async function loadAll(db: Db, data: string): Promise<void> {
  const companies = Object.entries(COMPANIES).map(([domain, [cik, name, ticker]]) => ({
    domain,
    cik,
    name,
    type: 'public',
    ...(ticker !== undefined && { listings: [{ ticker }] }),
  }));
  await loadSome(db, 'companies', rowsOf(companies));
  const submissions = ['sec/submissions', 'sec/submissions-2023'].map((path) => join(data, path));
  await loadSome(db, 'filings', submissions);
  const tickers = new Map(Object.values(COMPANIES).map(([cik, , ticker]) => [Number(cik), ticker]));
  const made = [
    ...factFilings(join(data, 'sec/companyfacts'), tickers),
    ...htmlFilings(data),
    ...xmlFilings(join(data, 'sec/forms-xml')),
  ];
  await loadSome(db, 'documents', rowsOf(made));
  for (const [path, options = {}] of FILES) {
    const whole = join(data, path);
    if (!existsSync(whole)) throw new Error(`${whole} does not exist.`);
    await loadSome(db, 'documents', [whole], options);
  }
}

/** Loads records into a database. @throws Error when not one of them can be stored */
export async function loadSome(
  db: Db,
  kind: string,
  paths: Load['paths'],
  options: LoadOptions = {},
): Promise<void> {
  const report = await load({ db, kind: findKind(kind)!, paths, options });
  if (report.new === 0) throw new Error(`No ${kind} were loaded: ${JSON.stringify(report.rejectedBy)}`);
}

/** Returns records as the rows of one source. */
export async function* rowsOf(values: object[]) {
  yield { rows: values.map((value, place) => ({ file: 'bench', row: place + 1, value })) };
}

/** Fills a search index from a database, as `reindex` does. */
export async function indexDatabase(databaseUrl: string, settings: SearchSettings): Promise<void> {
  const db = openDatabase(databaseUrl);
  try {
    const { SEARCH_URL: url } = settings;
    const options = { ...optionsOf(settings), database: await databaseId(db) };
    await reindex({ db, standby: await openStandby(url, options), open: () => openSearch(url, options) });
  } finally {
    await db.destroy();
  }
}

/** Returns each document as one text, and each of its sections with the title of the document. */
async function readTexts(db: Db): Promise<{ texts: Text[]; sections: Text[] }> {
  const rows: { slug: string; title: string; content_json: string }[] = await db('documents')
    .join('document_bodies', 'document_bodies.document_id', 'documents.id')
    .orderBy('documents.id')
    .select('slug', 'title', 'content_json');
  const sections: Text[] = [];
  const texts = rows.map(({ slug, title, content_json }) => {
    const { sections: parts } = JSON.parse(content_json) as DocumentContent;
    const bodies = parts.map((part) => {
      const text = part.elements
        .map((each) => ('text' in each ? each.text : (each.caption ?? '')))
        .join('\n');
      sections.push({ id: `/research/${slug}#${part.id}`, text: `${title}\n${part.title}\n${text}` });
      return `${part.title}\n${text}`;
    });
    return { id: `/research/${slug}`, text: [title, ...bodies].join('\n') };
  });
  return { texts, sections };
}

/** @throws Error that names an answer which is no section of the collection */
function readQuestions(sections: Text[]): Pick<Collection, 'questions' | 'answers'> {
  const known = new Set(sections.map(({ id }) => id));
  const lines = readFileSync(QUESTIONS, 'utf8').split('\n').filter(Boolean);
  const asked = lines.map((line) => JSON.parse(line) as { question: string; answers: string[] });
  const answers: Collection['answers'] = new Map();
  const questions = asked.map(({ question, answers: paths }, place) => {
    const id = String(place + 1);
    const ids = paths.map((path) => `/research/${path}`);
    const missing = ids.find((each) => !known.has(each));
    if (missing !== undefined) throw new Error(`Question ${id}: ${missing} is no section of the collection.`);
    answers.set(id, new Map(ids.map((each) => [each, 1])));
    return { id, text: question };
  });
  return { questions, answers };
}
