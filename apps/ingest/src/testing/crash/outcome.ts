import { openSearch } from '@dossier/search';
import { readAll } from '@dossier/search/testing';
import { isPostgres, openDatabase, type Db } from '@dossier/store';
import type { Place } from './steps.ts';

/** Results of one page of the search. */
const PAGE = 50;

/**
 * Everything that a database and its index hold, a line each, but for times, and for the numbers that databases
 * assign: equal texts are equal outcomes. Each search entry must lead to the record that it is of.
 */
export async function outcomeOf({ databaseUrl, searchUrl, searchKey }: Place): Promise<string[]> {
  const db = openDatabase(databaseUrl);
  try {
    const names = await readNames(db);
    const lines = [
      ...(await stored(db, names)),
      ...(await held(searchUrl, searchKey, names)),
      ...(await found(searchUrl, searchKey, names)),
    ];
    return lines.sort();
  } finally {
    await db.destroy();
  }
}

/** What to call the records that are numbered, and where each searched record is shown. */
interface Names {
  companies: Map<number, string>;
  documents: Map<number, string>;
  categories: Map<number, string>;
  /** `company 12`, by its address. */
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

/** Tables that no load fills, or not by what it loads. What waits in the outbox is outcome: nothing may. */
const OF_WORK = [
  'database_mark',
  'migrations',
  'migrations_lock',
  'signing_keys',
  'sqlite_sequence',
  'writer',
];
/**
 * Columns of times, of numbers in the order of insertion, and of hashes, which are also of such numbers; what they are
 * hashes of is in the other columns.
 */
const UNTOLD = ['content_hash', 'created_at', 'updated_at', 'deleted_at', 'queued_at', 'seq', 'dataset_id'];

/** Every row of every table. */
async function stored(db: Db, names: Names): Promise<string[]> {
  const lines: string[] = [];
  for (const table of await tablesOf(db)) {
    for (const row of await db<Record<string, unknown>>(table).select()) {
      const fields = Object.entries(row)
        .filter(([column]) => !UNTOLD.includes(column))
        .map(([column, value]) => [column, nameOf(column, value, names)]);
      lines.push(`${table} ${JSON.stringify(Object.fromEntries(fields))}`);
    }
  }
  return lines;
}

async function tablesOf(db: Db): Promise<string[]> {
  const query = isPostgres(db)
    ? db('information_schema.tables').where('table_schema', 'public').select('table_name as name')
    : db('sqlite_master').where('type', 'table').select('name');
  return (await query).map(({ name }) => name as string).filter((name) => !OF_WORK.includes(name));
}

function nameOf(column: string, value: unknown, { companies, documents, categories }: Names): unknown {
  const named = { company_id: companies, document_id: documents, category_id: categories }[column];
  if (named) return value === null ? null : (named.get(Number(value)) ?? 'gone');
  // Texts are made from natural keys; numbers, which the outbox and deletions have as text, are assigned.
  return /^(?:record_)?id$/.test(column) && /^\d+$/.test(String(value)) ? 'a number' : value;
}

/** The date of a company's entry is the time of its last change. */
const told = (type: string, id: string, url: string, date: string, names: Names) => [
  type,
  names.shownAt.get(url) === `${type} ${id}` ? '' : 'stray',
  url,
  type === 'company' ? '' : date,
];

/** Everything in the index, whether it is found or not. */
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

/** All entries have the word "everything". Words that only older versions had are found no more. */
const QUESTIONS = ['everything', 'version1', 'version2', '"Renamed 8"', '"Company 8"', '"Category 1"'];

/** What users find. */
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
