import { openSearch } from '@dossier/search';
import { readAll } from '@dossier/search/testing';
import { countKeptDifferences, isPostgres, openDatabase, type Db } from '@dossier/store';
import type { Place } from './steps.ts';

/** Results per page of a search. */
const PAGE = 50;

/**
 * Writes everything in a database and its index, one line each, without times and numbers that databases assign. Equal
 * texts mean equal outcomes. Each search entry must lead to its record.
 */
export async function outcomeOf({ databaseUrl, searchUrl, searchKey }: Place): Promise<string[]> {
  const db = openDatabase(databaseUrl);
  try {
    const names = await readNames(db);
    const lines = [
      ...(await stored(db, names)),
      ...(await held(searchUrl, searchKey, names)),
      ...(await found(searchUrl, searchKey, names)),
      `totals that differ: ${await countKeptDifferences(db)}`,
    ];
    return lines.sort();
  } finally {
    await db.destroy();
  }
}

/** Names for numbered records, and the address of each searched record. */
interface Names {
  companies: Map<number, string>;
  documents: Map<number, string>;
  categories: Map<number, string>;
  /** Addresses by name, such as `company 12`. */
  shownAt: Map<string, string>;
}

async function readNames(db: Db): Promise<Names> {
  const read = async <Id = number>(table: string, column: string) =>
    new Map(
      (await db(table).select('id', `${column} as name`)).map(({ id, name }): [Id, string] => [id, name]),
    );
  const [companies, documents] = [await read('companies', 'slug'), await read('documents', 'slug')];
  const filings = await read<string>('filings', 'id');
  return {
    companies,
    documents,
    categories: await read('categories', 'slug'),
    shownAt: new Map([
      ...[...companies].map(([id, slug]): [string, string] => [`/${slug}`, `company ${id}`]),
      ...[...documents].map(([id, slug]): [string, string] => [`/research/${slug}`, `document ${id}`]),
      ...[...filings.keys()].map((id): [string, string] => [`/filings/${id}`, `filing ${id}`]),
    ]),
  };
}

/** Tables that no load fills, or not with loaded data. The outbox counts: it must be empty. */
const OF_WORK = [
  // The names of counters contain assigned ids. Counts of days contain the days of loads.
  'counters',
  ...['category_items', 'documents', 'events', 'filings', 'metrics', 'news'].map(
    (table) => `${table}_counts`,
  ),
  'database_mark',
  'history',
  // A killed load and its repetition are two runs.
  'ingest_runs',
  'migrations',
  'migrations_lock',
  'signing_keys',
  'sqlite_sequence',
  'writer',
];
/**
 * Columns of times, of numbers in the order of insertion, and of hashes over such numbers, whose content is in other
 * columns.
 */
const UNTOLD = [
  ...['content_hash', 'created_at', 'updated_at', 'deleted_at', 'queued_at', 'at', 'seq', 'dataset_id'],
  ...['company_ids_json', 'run', 'valid_from', 'valid_to'],
  // When a source said something, and which earlier runs said the same.
  ...['observed_at', 'earlier_json'],
];

/** Lists every row of every table. */
async function stored(db: Db, names: Names): Promise<string[]> {
  const lines: string[] = [];
  for (const table of await tablesOf(db)) {
    for (const row of await db<Record<string, unknown>>(table).select()) {
      const fields = Object.entries(row)
        .filter(([column]) => !UNTOLD.includes(column) && !isTimeOfChange(table, row, column))
        .map(([column, value]) => [column, nameOf(column, value, names)]);
      lines.push(`${table} ${JSON.stringify(Object.fromEntries(fields))}`);
    }
  }
  return lines;
}

/** Companies are among the items of a category by the time of their last change. */
const isTimeOfChange = (table: string, { kind }: Record<string, unknown>, column: string) =>
  table === 'category_items' && kind === 'company' && column === 'published_at';

async function tablesOf(db: Db): Promise<string[]> {
  const query = isPostgres(db)
    ? db('information_schema.tables').where('table_schema', 'public').select('table_name as name')
    : db('sqlite_master').where('type', 'table').select('name');
  return (await query).map(({ name }) => name as string).filter((name) => !OF_WORK.includes(name));
}

function nameOf(column: string, value: unknown, { companies, documents, categories }: Names): unknown {
  const named = { company_id: companies, document_id: documents, category_id: categories }[column];
  if (named) return value === null ? null : (named.get(Number(value)) ?? 'gone');
  // Text ids are derived from natural keys. Numbers, which outbox and deletions have as text, are assigned.
  return /^(?:record_)?id$/.test(column) && /^\d+$/.test(String(value)) ? 'a number' : value;
}

/** Drops the date of a company's entry, which is the time of its last change. */
const told = (type: string, id: string, url: string, date: string, names: Names) => [
  type,
  names.shownAt.get(url) === `${type} ${id}` ? '' : 'stray',
  url,
  type === 'company' ? '' : date,
];

/** Lists everything in the index, found or not. */
async function held(searchUrl: string, key: string | undefined, names: Names): Promise<string[]> {
  const { entries, words } = await readAll(searchUrl, key);
  return [
    ...words.map((word) => `word ${word}`),
    ...entries.map(
      ({ type, id, url, date, title, excerpt, passages, ...entry }) =>
        `entry ${JSON.stringify([...told(type, id, url, date, names), entry.names, title, excerpt, passages])}`,
    ),
  ];
}

/** All entries have the word "everything". Words of older versions must not be found. */
const QUESTIONS = [
  'everything',
  'version1',
  'version2',
  '"Renamed Company 8"',
  '"Company 8"',
  '"Category 1"',
];

/** Lists what users find. */
async function found(searchUrl: string, key: string | undefined, names: Names): Promise<string[]> {
  const search = await openSearch(searchUrl, { key });
  try {
    const lines: string[] = [];
    for (const text of QUESTIONS) {
      for (let offset = 0; ; offset += PAGE) {
        const { total, results } = await search.search({ text, limit: PAGE, offset });
        for (const { type, document_id, title, excerpt, url, date } of results) {
          const words = [text, total, ...told(type, String(document_id), url, date, names), title, excerpt];
          lines.push(`found ${JSON.stringify(words)}`);
        }
        if (results.length < PAGE) break;
      }
    }
    return lines;
  } finally {
    await search.close();
  }
}
