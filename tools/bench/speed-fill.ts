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
import { batchesOf, timeOf, type Counts } from './speed-rows.ts';

const WORDS = ['payments', 'energy', 'logistics', 'robots', 'medicine'];
const BATCH = 1_000;

/**
 * Fills an empty database with generated rows, in a transaction per batch, and vacuums Postgres.
 * @returns an API key
 */
export async function fillDatabase(
  db: Db,
  counts: Counts,
  onProgress: (done: number) => void = () => {},
): Promise<string> {
  let done = 0;
  for (const batch of batchesOf(counts)) {
    await write(db, async (trx) => {
      for (const [table, rows] of Object.entries(batch.tables)) await insertRows(trx, table, rows);
    });
    done += batch.done;
    onProgress(done);
  }
  if (isPostgres(db)) await db.raw('vacuum analyze');
  const key = generateApiKey();
  await registerApiKey(db, key, await ensureOrganization(db, 'Bench', 'Platforms'));
  return key;
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
