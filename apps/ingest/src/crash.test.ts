import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSearch } from '@dossier/search';
import type { Db } from '@dossier/store';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import type { Report } from './report.ts';
import { runIngest, startIngest } from './testing/command.ts';
import { temporaryFolder, type Folder } from './testing/files.ts';

const COMPANIES = 1500;
/** When the program is killed: after its first rows are stored, by parts of the time that an undisturbed load takes. */
const MOMENTS = [0, 0.25, 0.5];

const records = Array.from({ length: COMPANIES }, (_, i) => ({
  domain: `company${i}.example`,
  name: `Company ${i}`,
  type: i % 3 === 0 ? 'public' : 'private',
  alternative_domains: [`alias${i}.example`],
  description: `Makes part number ${i} of ${COMPANIES}.`,
  categories: [`Category ${i % 7}`],
  financials: [{ name: 'total_estimated_funding', value: i * 1000 }],
}));

describe.each(engines)('a load into %s whose program is killed', (engine) => {
  let folder: Folder;
  let file: string;
  const databases: TestDatabase[] = [];
  beforeAll(() => {
    folder = temporaryFolder();
    file = folder.write('companies.ndjson', records);
  });
  afterAll(async () => {
    for (const database of databases) await database.close();
    folder.remove();
  });

  async function place(name: string) {
    const database = await createTestDatabase(engine);
    databases.push(database);
    const searchUrl = `sqlite:${join(folder.path, `${name}.db`)}`;
    return { db: database.db, searchUrl, env: { DATABASE_URL: database.url, SEARCH_URL: searchUrl } };
  }

  it('comes to the same database and index when it is run again', async () => {
    const calm = await place('calm');
    const report = await runIngest(['load', 'companies', file, '--json'], calm.env);
    expect(report.code).toBe(0);
    const { seconds } = JSON.parse(report.stdout) as Report;
    const expected = await everything(calm.db, calm.searchUrl);
    expect(expected.companies).toHaveLength(COMPANIES);
    expect(expected.outbox).toEqual([]);
    expect(expected.found.total).toBe(COMPANIES);

    let interrupted = 0;
    for (const [i, moment] of MOMENTS.entries()) {
      const struck = await place(`struck${i}`);
      const load = startIngest(['load', 'companies', file], struck.env);
      while (load.process.exitCode === null && (await countOf(struck.db, 'companies')) === 0) await sleep(5);
      await sleep(seconds * 1000 * (moment + 0.2 * Math.random()));
      load.process.kill('SIGKILL');
      await load.finished;
      const stored = await countOf(struck.db, 'companies');
      // Whole batches, or nothing of them.
      expect(stored % 500).toBe(0);
      if (stored < COMPANIES || (await countOf(struck.db, 'outbox')) > 0) interrupted++;
      expect(await runIngest(['load', 'companies', file], struck.env)).toMatchObject({ code: 0, stderr: '' });
      expect(await everything(struck.db, struck.searchUrl)).toEqual(expected);
    }
    expect(interrupted).toBeGreaterThan(0);
  }, 180_000);
});

async function countOf(db: Db, table: string): Promise<number> {
  const [row] = await db(table).count<{ n: number | string }[]>({ n: '*' });
  return Number(row!.n);
}

/** Rows without times and without ids, which a rolled back insert may skip on Postgres; and what the search finds. */
async function everything(db: Db, searchUrl: string) {
  const companies = (await db('companies').orderBy('domain')) as Record<string, unknown>[];
  const parts = async (table: string, columns: string[]) =>
    db(table)
      .join('companies', 'companies.id', `${table}.company_id`)
      .orderBy(['companies.domain', ...columns])
      .select(['companies.domain as company', ...columns]);
  const search = await openSearch(searchUrl);
  try {
    const found = await search.search({ text: 'part', limit: 20, offset: COMPANIES - 20 });
    const last = await search.search({ text: `"Company ${COMPANIES - 1}"`, limit: 5, offset: 0 });
    return {
      companies: companies.map(({ id: _id, created_at: _created, updated_at: _updated, ...row }) => row),
      domains: await parts('company_domains', ['company_domains.domain']),
      financials: await parts('company_financials', ['company_financials.name', 'value']),
      categories: await db('company_categories')
        .join('companies', 'companies.id', 'company_categories.company_id')
        .join('categories', 'categories.id', 'company_categories.category_id')
        .orderBy('companies.domain')
        .select('companies.domain', 'categories.slug'),
      outbox: await db('outbox'),
      found: { total: found.total, count: found.results.length },
      last: last.results.map(({ title, url }) => ({ title, url })),
    };
  } finally {
    await search.close();
  }
}
