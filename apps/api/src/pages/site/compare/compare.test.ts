import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { usualEngines } from '@dossier/store/testing';
import request from 'supertest';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { insertCompany, insertDataset, insertInto, searchEntry } from '../../../testing/fixtures.ts';

const HOSTILE = '<script>alert(1)</script>"&\'';

describe.each(usualEngines)('the comparison of companies on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    const [category] = await api
      .db('categories')
      .insert({ slug: 'anvils', name: 'Anvils' })
      .returning<{ id: number }[]>('id');
    for (const [i, slug] of ['acme', 'bee', 'cat', 'dog'].entries()) {
      const company_id = await insertCompany(api.db, {
        ...{ domain: `${slug}.com`, slug, name: i === 2 ? HOSTILE : `Company ${slug}` },
      });
      const figure = (name: string, value: number) =>
        insertInto(api.db, 'company_financials', { company_id, name, value, date: '2026-01-13' });
      await figure('latest_estimated_valuation', (i + 1) * 1e9);
      if (i < 2) await figure('total_estimated_funding', 5e8);
      if (i !== 1) await insertInto(api.db, 'company_categories', { company_id, category_id: category!.id });
      await insertDataset(api.db, { company_id, data_type: 'Valuation' });
    }
  });
  afterAll(() => api.close());

  const read = (path: string) => request(api.url).get(path).set('accept', 'text/html,*/*;q=0.8');

  it('shows figures side by side with their days, and a chart of each with two values', async () => {
    const { status, text } = await read('/compare?companies=bee,acme.com');
    expect(status).toBe(200);
    const rows = text.replace(/\s+/g, ' ');
    expect(rows).toMatch(/Company bee.*\$2B.*13 January 2026.*Company acme.*\$1B/);
    expect(text).toContain('<section aria-label="Valuation">');
    expect(text).toContain('<section aria-label="Total funding">');
    expect(text).not.toContain('<section aria-label="Revenue">');
    expect(text).toMatch(/<rect width="50\.00" height="1" \/>/);
    expect(text).toContain('Valuations over time');
  });

  it('accepts repeated fields, as check boxes send them', async () => {
    const { text } = await read('/compare?companies=acme&companies=dog');
    expect(text).toContain('value="acme, dog"');
  });

  it('reads "and", "&" and "vs" as separators, unless a company has the whole text as its name', async () => {
    await insertCompany(api.db, { domain: 'both.com', slug: 'both', name: 'Marks & Acme' });
    await api.search.put([{ ...searchEntry('Marks & Acme'), slug: 'both' }]);
    const compared = async (text: string) =>
      /name="companies"[^]*?value="([^"]*)"/.exec(
        (await read(`/compare?companies=${encodeURIComponent(text)}`)).text,
      )?.[1];
    expect(await compared('acme.com and bee.com & cat VS. dog')).toBe('acme, bee, cat, dog');
    expect(await compared('Marks & Acme')).toBe('both');
    const many = Array.from({ length: 11 }, (_, i) => `c${i}`).join(' and ');
    expect((await read(`/compare?companies=${encodeURIComponent(many)}`)).status).toBe(400);
  });

  it('sends the companies as CSV in their order', async () => {
    const { text, type } = await read('/compare.csv?companies=dog,acme');
    expect(type).toBe('text/csv');
    const [head, ...rows] = text.trimEnd().split('\r\n');
    expect(head).toMatch(/^\ufeffid,slug,name,/);
    expect(rows.map((row) => row.split(',')[1])).toEqual(['dog', 'acme']);
  });

  it('names what it does not find, and rejects an eleventh company', async () => {
    const unknown = await read(`/compare?companies=acme,${encodeURIComponent(HOSTILE)}`);
    expect(unknown.status).toBe(404);
    expect(unknown.text).toContain('No company matches');
    expect(unknown.text.replace('<script type="module" src="/search/script.js">', '')).not.toContain(
      '<script',
    );
    expect((await read('/compare?companies=acme')).text).toContain('Add another company');
    const many = Array.from({ length: 11 }, (_, i) => `c${i}`).join(',');
    expect((await read(`/compare?companies=${many}`)).status).toBe(400);
    // Too many are not searched first: each of them could need a search.
    const asked: string[] = [];
    api.db.on('query', ({ sql }: { sql: string }) => asked.push(sql));
    const pairs = Array.from({ length: 300 }, (_, i) => `c${i} %26 d`).join(',');
    expect((await read(`/compare?companies=${pairs}`)).status).toBe(400);
    expect(asked.filter((sql) => sql.includes('companies'))).toEqual([]);
  });

  it('is linked from the page of a company, with companies of a similar valuation', async () => {
    const { text } = await read('/companies/cat');
    expect(text).toContain('<a href="/compare?companies=cat%2Cdog%2Cacme" rel="nofollow">Compare</a>');
    expect(text).toContain('<a href="/companies/dog" rel="prev"><bdi>Company dog</bdi></a>');
    expect(text).toContain('<a href="/companies/bee" rel="next"><bdi>Company bee</bdi></a>');
    expect(text).toContain('<a href="/categories/anvils"><bdi>Anvils</bdi></a>');
    // The nearest by valuation has no category in common.
    const similar = text.slice(text.indexOf('id="similar"'));
    expect(similar).toContain('/companies/dog');
    expect(similar).not.toContain('/companies/bee');
  });
});
