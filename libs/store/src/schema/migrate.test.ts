import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { keptDifferences, remakeKept } from '../ledger/counts/verify.ts';
import { migrate } from './migrate.ts';
import { openDatabase, type Db } from '../sql/open.ts';
import {
  asNextVersion,
  createTestDatabase,
  engines,
  migrateFurther,
  type TestDatabase,
} from '../testing/index.ts';
import { write } from '../sql/write.ts';

const failureOf = (db: Db) =>
  migrate(db).then(
    () => 'done',
    (error: Error) => `${error.name}: ${error.message}`,
  );

const [AT, LATER] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
const ID = '00000000-0000-4000-8000-000000000001';
const tracked = { created_at: AT, updated_at: AT, content_hash: '' };
const company = {
  ...tracked,
  ...{ name: 'A', type: 'private', is_active: true },
  ...{ social_json: '[]', legal_entities_json: '[]', key_people_json: '{}' },
};
const metric = {
  ...tracked,
  ...{ id: ID, observation_key: 'k', base: 'users', view: 'value', scenario: 'historical' },
  ...{ end_date: '2026-01-01', type: 'equals', unit_kind: 'count', status: 'Active', citations_hash: '' },
};
const citation = {
  ...{ metric_id: ID, position: 0, link: 'https://a.com', headline: 'A', publication: 'A' },
  ...{ type: 'Web', is_filing: false, updated_at: AT },
};

describe.each(engines)('migrations on %s', (engine) => {
  let fresh: TestDatabase;
  beforeEach(async () => {
    fresh = await createTestDatabase(engine, { migrated: false });
  });
  afterEach(() => fresh.close());

  it('run once when several programs start at once', async () => {
    const handles = [fresh.db, openDatabase(fresh.url), openDatabase(fresh.url)];
    try {
      await Promise.all(handles.map((db) => migrate(db)));
      expect(await fresh.db.schema.hasTable('filings')).toBe(true);
      expect(await fresh.db('signing_keys')).toHaveLength(1);
    } finally {
      await Promise.all(handles.slice(1).map((db) => db.destroy()));
    }
  });

  it('continue from the baseline once, and earlier programs reject the newer schema', async () => {
    const addRank = async (db: Db) => {
      await db.schema.alterTable('organizations', (table) =>
        table.integer('rank').notNullable().defaultTo(1),
      );
    };
    await migrate(fresh.db);
    const organization = { id: 7, name: 'Kept', plan: 'API', created_at: '2026-01-01T00:00:00.000Z' };
    await fresh.db('organizations').insert(organization);
    await migrateFurther(fresh.db, addRank);
    expect(await asNextVersion(addRank, () => migrate(fresh.db))).toBe(false);
    expect(await fresh.db('organizations')).toMatchObject([{ ...organization, rank: 1 }]);
    expect(await fresh.db('migrations').orderBy('id').pluck('name')).toEqual([
      '0001-baseline',
      '0002-held-statements',
      '0003-webhooks',
      '0004-sessions',
      '0005-saved-embeds',
      '0006-companies-by-year',
      '0007-test-keys',
      '0008-own-columns',
      '0009-lists',
      '0010-company-of-citations',
      '0011-reviewers',
      '0012-figures-of-categories',
      '0013-usage-of-operations',
      '0014-companies-of-country-by-year',
      '0015-newest-messages',
      '9999-next',
    ]);
    expect(await failureOf(fresh.db)).toMatch(
      /^ConfigError: The database has a newer schema than this program \(9999-next\)\. Install the version/,
    );
  });

  it('give stored citations, and their former versions, the company of their observation', async () => {
    const { db } = fresh;
    await migrate(db);
    await db('companies').insert({ ...company, id: 7, slug: 'a', domain: 'a.com' });
    await db('metrics').insert({ ...metric, company_id: 7 });
    await db('metrics_history').insert({ ...metric, company_id: 8, valid_from: AT, valid_to: LATER });
    const tables = ['metric_citations', 'metric_citations_history'];
    for (const table of tables) await db.schema.alterTable(table, (each) => each.dropColumn('company_id'));
    await db('metric_citations').insert(citation);
    await db('metric_citations_history').insert({ ...citation, valid_from: AT, valid_to: LATER });
    await db('migrations').where({ name: '0010-company-of-citations' }).delete();
    await migrate(db);
    expect(await Promise.all(tables.map((table) => db(table).pluck('company_id')))).toEqual([[7], [8]]);
  });

  it('keep the figures of the categories of stored companies, and count their members', async () => {
    const { db } = fresh;
    await migrate(db);
    const ids = [7, 8];
    await db('companies').insert(
      ids.map((id) => ({ ...company, id, slug: `c${id}`, domain: `c${id}.com`, is_active: id === 7 })),
    );
    await db('categories').insert({ id: 3, slug: 'payments', name: 'Payments' });
    await db('company_categories').insert(ids.map((company_id) => ({ company_id, category_id: 3 })));
    await db('company_financials').insert(ids.map((company_id) => ({ company_id, name: 'v', value: 5 })));
    await remakeKept(db);
    await db('counters').whereIn('name', ['company_categories 3', 'category_figures 3 v']).delete();
    await db.schema.dropTable('category_figures');
    await db.schema.alterTable('company_categories', (table) => {
      table.dropIndex(['category_id', 'company_id']);
      table.index(['category_id']);
    });
    await db('migrations').where({ name: '0012-figures-of-categories' }).delete();
    await migrate(db);
    expect(await db('category_figures')).toEqual([{ company_id: 7, category_id: 3, name: 'v', value: 5 }]);
    expect(await keptDifferences(db)).toEqual({});
  });

  it('reject a database of 0.1.0, whose schema cannot be upgraded', async () => {
    await migrate(fresh.db);
    await fresh.db('migrations').update({ name: '0001-companies' });
    expect(await failureOf(fresh.db)).toMatch(
      /^ConfigError: The database is from Dossier 0\.1\.0 and cannot/,
    );
  });

  it('do not wait for a running load when the schema is current', async () => {
    await migrate(fresh.db);
    const other = openDatabase(fresh.url, { lockWait: 0 });
    try {
      await write(fresh.db, async () => {
        expect(await failureOf(other)).toBe('done');
      });
    } finally {
      await other.destroy();
    }
  });

  it('report an existing table without waiting for another program', async () => {
    await fresh.db.schema.createTable('signing_keys', (table) => void table.integer('n'));
    expect(await failureOf(fresh.db)).toMatch(/signing_keys.* already exists/s);
  });
});

it('a migration reports a duplicate value at once', async () => {
  const fresh = await createTestDatabase('postgres', { migrated: false });
  try {
    await fresh.db.raw(`
      create function refuse() returns event_trigger language plpgsql as $$ begin
        if exists (select from pg_event_trigger_ddl_commands() where object_identity = 'public.signing_keys') then
          raise unique_violation;
        end if;
      end $$;
      create event trigger refuse on ddl_command_end when tag in ('CREATE TABLE') execute function refuse()`);
    expect(await failureOf(fresh.db)).toMatch(/unique_violation/);
  } finally {
    await fresh.close();
  }
});

it.each([
  ['postgres://nobody:s3cret@127.0.0.1:1/x', /ECONNREFUSED/],
  ['postgres://nobody:s3cret@host.invalid/x', /ENOTFOUND|EAI_AGAIN/],
  ['sqlite:/', /cannot be opened/],
])('the error for %s names DATABASE_URL in one sentence, without the password', async (url, why) => {
  const db = openDatabase(url);
  try {
    const failure = await failureOf(db);
    expect(failure).toMatch(/^ConfigError: [^\n]*DATABASE_URL[^\n]*\.$/);
    expect(failure).toMatch(why);
    expect(failure).not.toContain('s3cret');
  } finally {
    await db.destroy();
  }
});
