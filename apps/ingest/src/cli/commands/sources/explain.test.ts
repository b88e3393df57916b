import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FieldSaying } from '@dossier/shared';
import { createTestDatabase, usualEngines, type TestDatabase } from '@dossier/store/testing';
import fc from 'fast-check';
import { findKind } from '../../../kinds/index.ts';
import { callIngest } from '../../../testing/command.ts';
import { temporaryFolder, type Folder } from '../../../testing/files.ts';
import { readExplained } from './explain.ts';

const COMPANIES = 60;
const SEED = Number(process.env['TEST_SEED'] ?? 30);

/** A table of a vendor, who does not know all companies and leaves cells empty. */
function tableOf(columns: string[], seed: number): string {
  const cell = fc.option(fc.integer({ min: 1900, max: 2020 }), { nil: '', freq: 4 });
  const row = fc.tuple(fc.constant(''), ...columns.map(() => cell));
  const cells = fc.sample(row, { numRuns: COMPANIES, seed });
  const lines = cells.map(([, ...years], i) => [`c${i}.example`, `Company ${i}`, ...years].join(','));
  return [['site', 'name', ...columns].join(','), ...lines.filter((_, i) => (i + seed) % 7 > 0)].join('\n');
}

const MAPPINGS: Record<string, string[]> = {
  registry: ['founding_year: founded', 'description: { text: "Registered in {founded}" }'],
  crm: [
    'founding_year: since',
    'headquarters.city: { text: "Town {office}" }',
    'financials.0.name: { constant: latest_estimated_revenue }',
    'financials.0.value: { column: sales, number: "1234.56" }',
  ],
};
const COLUMNS: Record<string, string[]> = { registry: ['founded'], crm: ['since', 'office', 'sales'] };

describe.each(usualEngines)('explain on %s', (engine) => {
  let database: TestDatabase;
  let folder: Folder;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    folder = temporaryFolder();
  });
  afterAll(async () => {
    folder.remove();
    await database.close();
  });

  it('names the vendor, the file and the line of every field of fifty random companies', async () => {
    for (const [i, [vendor, fields]] of Object.entries(MAPPINGS).entries()) {
      const file = folder.write(`${vendor}.csv`, tableOf(COLUMNS[vendor]!, SEED + i));
      const head = ['kind: company', `source: ${vendor}`, 'fields:'];
      const all = ['domain: site', 'name: name', 'type: { constant: private }', ...fields];
      const mapping = folder.write(
        `${vendor}.yaml`,
        [...head, ...all.map((each) => `  ${each}`), ''].join('\n'),
      );
      const env = { DATABASE_URL: database.url, SEARCH_URL: `sqlite:${folder.path}/search.db` };
      const args = ['load', 'companies', file, '--mapping', mapping];
      const done = await callIngest(args, env);
      expect([done.code, done.stderr]).toEqual([0, '']);
    }
    const { db } = database;
    const domains = (await db('companies').orderBy('id').pluck('domain')) as string[];
    const picked = fc.sample(fc.shuffledSubarray(domains, { minLength: 50, maxLength: 50 }), {
      ...{ numRuns: 1, seed: SEED },
    })[0]!;
    /** Returns whether the line that a saying names is in its vendor's file and about the company. */
    const isRight = (domain: string, { source, file, line }: FieldSaying) =>
      file === `${source}.csv` && folder.read(file).split('\n')[line! - 1]!.startsWith(`${domain},`);
    const stated = new Set<string>();
    for (const domain of picked) {
      const { fields } = await readExplained(db, findKind('company')!, [domain]);
      const all = fields.flatMap(({ field, others, ...best }) =>
        [best, ...others].map((each) => ({ field, each })),
      );
      for (const { field } of all) stated.add(field);
      expect(all.filter(({ each }) => !isRight(domain, each))).toEqual([]);
    }
    expect([...stated].sort()).toEqual(
      expect.arrayContaining(['description', 'founding_year', 'headquarters.city', 'name', 'type']),
    );
  });
});
