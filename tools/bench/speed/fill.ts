import { openSearch } from '@dossier/search';
import {
  databaseId,
  ensureOrganization,
  generateApiKey,
  insertRows,
  isPostgres,
  registerApiKey,
  write,
  type Db,
} from '@dossier/store';
import { batchesOf, timeOf, type Counts } from './rows.ts';

const WORDS = ['payments', 'energy', 'logistics', 'robots', 'medicine'];
const BATCH = 1_000;

/**
 * Fills an empty database with generated rows, in a transaction per batch, and vacuums Postgres. On SQLite, indexes
 * are made after the rows: ten million rows take minutes instead of hours.
 */
export async function fillDatabase(db: Db, counts: Counts): Promise<void> {
  const insertAll = async () => {
    for (const batch of batchesOf(counts)) {
      await write(db, async (trx) => {
        for (const [table, rows] of Object.entries(batch)) await insertRows(trx, table, rows);
      });
    }
  };
  if (isPostgres(db)) {
    await insertAll();
    await db.raw('vacuum analyze');
  } else await withoutIndexes(db, insertAll);
}

/** Returns a new API key of an organization. */
export async function makeKey(db: Db, name = 'Bench'): Promise<string> {
  const key = generateApiKey();
  await registerApiKey(db, key, await ensureOrganization(db, name, 'Platforms'));
  return key;
}

/** Drops the indexes of an empty SQLite database, fills its tables, and creates the indexes again. */
async function withoutIndexes(db: Db, fill: () => Promise<void>): Promise<void> {
  const dropped = await db.raw<{ name: string; sql: string }[]>(
    "select name, sql from sqlite_master where type = 'index' and sql is not null order by rowid",
  );
  // Nothing is lost with this database. The cache is 2 GB.
  const settings = { journal_mode: 'off', synchronous: 'off', foreign_keys: 'off', cache_size: '-2000000' };
  for (const [name, value] of Object.entries(settings)) await db.raw(`pragma ${name} = ${value}`);
  for (const { name } of dropped) await db.raw(`drop index "${name}"`);
  await fill();
  for (const { sql } of dropped) await db.raw(sql);
  await db.raw('pragma foreign_keys = on');
  await db.raw('pragma journal_mode = wal');
  await db.raw('pragma cache_size = -2000');
}

/** Returns the text of an entry of the index. */
export const searchText = (i: number): string =>
  `Number${i} is about ${WORDS[i % WORDS.length]} and about other things that people should know.`;

/** Fills an empty index with an entry for each document: one word is in every fifth entry, another in only one. */
export async function fillSearch(db: Db, url: string, { documents }: Counts): Promise<void> {
  const engine = await openSearch(url, { database: await databaseId(db) });
  try {
    for (let start = 0; start < documents; start += BATCH) {
      const length = Math.min(BATCH, documents - start);
      await engine.put(
        Array.from({ length }, (_, place) => {
          const i = start + place;
          return {
            type: 'document' as const,
            id: String(i + 1),
            title: `Document ${i + 1}`,
            excerpt: '',
            url: `/research/document-${i + 1}`,
            date: timeOf(i, documents),
            passages: [{ title: '', text: searchText(i) }],
          };
        }),
      );
    }
    await engine.markFilled();
  } finally {
    await engine.close();
  }
}
