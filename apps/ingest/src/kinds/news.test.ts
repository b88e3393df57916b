import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newsArticle, type NewsArticle } from '@dossier/shared';
import { createTestDatabase, usualEngines, type TestDatabase } from '@dossier/store/testing';
import type { NewsRow } from '@dossier/store';
import { loadRecords, tally } from '../testing/load.ts';
import { companyKind } from './company/index.ts';
import { newsKind } from './news.ts';

const ARTICLE = {
  link: 'https://news.example/acme-raises',
  headline: 'Acme raises five million',
  short_summary: 'A seed round.',
  date_published: '2026-01-05',
  thumbnail: 'https://news.example/acme.png',
  publication: 'Example News',
  publication_score: 85,
};
const RAISE = {
  company: 'acme.com',
  headline: 'Acme raises $5M',
  short_headline: 'Acme raises',
  description: 'Example Ventures led the round.',
  release_date: '2026-01-05T09:00:00+01:00',
  importance: 'major',
  articles: [
    ARTICLE,
    { ...ARTICLE, link: 'https://blog.example/1', thumbnail: null, date_published: '2026-01-05T10:00Z' },
  ],
};
const HIRE = {
  ...RAISE,
  headline: 'Acme hires',
  release_date: '2026-01-06',
  importance: 'minor',
  articles: [],
};

describe.each(usualEngines)('news on %s', (engine) => {
  let database: TestDatabase;
  const load = (...records: object[]) => loadRecords(database.db, newsKind, records);
  const rowOf = async (headline: string) => {
    const row: NewsRow = await database.db('news').where({ headline }).first();
    return { ...row, articles: JSON.parse(row.articles_json) as NewsArticle[] };
  };
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    await loadRecords(database.db, companyKind, [
      { domain: 'acme.com', name: 'Acme', type: 'private', alternative_domains: ['acme.org'] },
    ]);
    expect(tally(await load(RAISE, HIRE))).toEqual({ new: 2 });
  });
  afterAll(() => database.close());

  it('stores a news item with its company and articles', async () => {
    const row = await rowOf('Acme raises $5M');
    expect(row).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5/),
      release_date: '2026-01-05T08:00:00.000Z',
      importance: 'major',
      created_at: row.updated_at,
    });
    expect(row.articles).toMatchObject([
      { thumbnail: ARTICLE.thumbnail, date_published: '2026-01-05' },
      { thumbnail: null, date_published: '2026-01-05T10:00:00.000Z' },
    ]);
    expect(row.articles.map((article) => newsArticle.parse(article))).toEqual(row.articles);
    expect(new Set(row.articles.map(({ id }) => id)).size).toBe(2);
  });

  it('changes nothing when an item is loaded twice, by any domain of its company', async () => {
    const before = await database.db('news').orderBy('id');
    expect(tally(await load(RAISE, HIRE, { ...RAISE, company: 'ACME.org' }))).toEqual({ unchanged: 3 });
    expect(await database.db('news').orderBy('id')).toEqual(before);
  });

  it('assigns an item the same id in every database', async () => {
    const other = await createTestDatabase('sqlite');
    await loadRecords(other.db, companyKind, [{ domain: 'acme.com', name: 'Acme', type: 'private' }]);
    await loadRecords(other.db, newsKind, [RAISE]);
    const [{ id }] = await other.db('news');
    expect(id).toBe((await rowOf(RAISE.headline)).id);
    await other.close();
  });

  it('updates updated_at only when content changes, keeps absent fields and clears null ones', async () => {
    const before = await rowOf(RAISE.headline);
    const { headline, release_date, company } = RAISE;
    expect(tally(await load({ company, headline, release_date }))).toEqual({ unchanged: 1 });
    expect(tally(await load({ company, headline, release_date, description: 'Others joined.' }))).toEqual({
      changed: 1,
    });
    const after = await rowOf(headline);
    expect(after).toMatchObject({ id: before.id, created_at: before.created_at, articles: before.articles });
    expect(after.updated_at > before.updated_at).toBe(true);
    expect(tally(await load({ company, headline, release_date, articles: null }))).toEqual({ changed: 1 });
    expect((await rowOf(headline)).articles).toEqual([]);
    expect(tally(await load(RAISE))).toEqual({ changed: 1 });
    expect((await rowOf(headline)).articles).toEqual(before.articles);
  });

  it('identifies an item by company, release date and headline', async () => {
    expect(tally(await load({ ...HIRE, release_date: '2026-01-07' }))).toEqual({ new: 1 });
    expect(await load(HIRE, { ...HIRE, importance: 'major' })).toMatchObject([
      { outcome: 'unchanged' },
      { outcome: 'rejected', reason: 'duplicate news: record 1 has it with other content' },
    ]);
  });

  it.each([
    [{ company: 'nobody.com' }, 'unknown company: no company has the domain nobody.com'],
    [{ company: 'https://acme.com' }, 'company'],
    [{ headline: ' ' }, 'headline must not be blank'],
    [{ release_date: 'last week' }, 'release_date must be an ISO 8601 date'],
    [{ importance: 'huge' }, 'importance'],
    [{ headline: 'New', short_headline: undefined }, 'missing field: a new news item needs short_headline'],
    [{ articles: [{ ...ARTICLE, link: 'ftp://x' }] }, 'articles[0].link must be an http(s) address'],
    [{ articles: [{ ...ARTICLE, thumbnail: 'x.png' }] }, 'articles[0].thumbnail must be an http(s) address'],
    [
      { articles: [{ ...ARTICLE, publication_score: -1 }] },
      'articles[0].publication_score must be 0 or more',
    ],
    [{ articles: [{ ...ARTICLE, publication_score: 50.5 }] }, 'articles[0].publication_score'],
    [
      { articles: [{ ...ARTICLE, date_published: 'May' }] },
      'articles[0].date_published must be an ISO 8601 date',
    ],
    [{ articles: [ARTICLE, ARTICLE] }, 'articles must not repeat a link'],
    [{ score: 3 }, 'score'],
  ])('rejects %j with a reason', async (change, words) => {
    const before = await database.db('news').orderBy('id');
    expect(await load({ ...RAISE, ...change })).toEqual([
      { outcome: 'rejected', reason: expect.stringContaining(words) },
    ]);
    expect(await database.db('news').orderBy('id')).toEqual(before);
  });
});
