import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { usualEngines } from '@dossier/store/testing';
import request from 'supertest';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { insertCompany, insertNews } from '../../../testing/fixtures.ts';

const HOSTILE = '<script>alert(1)</script>"&\'';
const article = (link: string, headline: string) => ({
  ...{ id: 'a', link, headline, short_summary: 'For partners.', date_published: '2026-01-04' },
  ...{ thumbnail: null, publication: 'Example News', publication_score: 85 },
});

describe('the page of a news item with PUBLIC_SITE=on', () => {
  it('has the description and the navigation of the site', async () => {
    const api = await startTestApi('sqlite');
    const company_id = await insertCompany(api.db, { domain: 'acme.com' });
    const id = await insertNews(api.db, { company_id, description: HOSTILE });
    const { text } = await request(api.url).get(`/news/${id}`);
    expect(text).toContain('<p class="text" dir="auto">&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).toContain('<a href="/news" aria-current="page">News</a>');
    await api.close();
  });
});

describe.each(usualEngines)('pages of news on %s', (engine) => {
  let api: TestApi;
  let id: string;
  beforeAll(async () => {
    api = await startTestApi(engine, { publicSite: false });
    const company_id = await insertCompany(api.db, { domain: 'acme.com', slug: 'acme', name: 'Acme & Sons' });
    id = await insertNews(api.db, {
      ...{ company_id, headline: HOSTILE, release_date: '2026-01-05T08:00:00.000Z' },
      articles_json: JSON.stringify([
        article('https://news.example/a?b=1&c=2', 'Acme raises'),
        article('javascript:alert(1)', 'Not a link'),
      ]),
    });
  });
  afterAll(() => api.close());

  it('shows the headline, the day, the company and the articles, without a key', async () => {
    const page = await request(api.url).get(`/news/${id}`);
    expect([page.status, page.type]).toEqual([200, 'text/html']);
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'/);
    expect(page.text).toContain('<time datetime="2026-01-05">5 January 2026</time>');
    expect(page.text).toContain('<a href="/companies/acme"><bdi>Acme &amp; Sons</bdi></a>');
    expect(page.text).toContain(
      '<a href="https://news.example/a?b=1&amp;c=2" rel="noopener">Acme raises</a>',
    );
    expect(page.text).toContain('Not a link');
    expect(page.text).not.toMatch(/<script|javascript:|For partners|The round was led/);
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'x'])(
    'returns a page with 404 for %s',
    async (unknown) => {
      const page = await request(api.url).get(`/news/${unknown}`);
      expect([page.status, page.type]).toEqual([404, 'text/html']);
    },
  );
});
