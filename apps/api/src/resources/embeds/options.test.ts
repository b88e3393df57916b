import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSigningKey, listSigningKeys, revokeSigningKey, signingKeys } from '@dossier/store';
import { signAddress } from '@dossier/embeds';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import { insertCompany, insertDataset } from '../../testing/fixtures.ts';

const CHART = '/api/v1/embed/company-data-valuation-chart/';
const FUTURE = '2030-01-01T00:00:00.000Z';

describe('options of embeds', () => {
  let api: TestApi;
  let now = new Date('2026-06-01T12:00:00.000Z');
  beforeAll(async () => {
    api = await startTestApi('sqlite', { clock: () => now });
    const company_id = await insertCompany(api.db, { domain: 'acme.com', slug: 'acme', name: 'Acme' });
    await insertDataset(api.db, { company_id, data_type: 'Valuation' });
  });
  afterAll(() => api.close());

  const srcOf = (body: { data: { embed_html: string } }) =>
    /src="([^"]+)"/.exec(body.data.embed_html)![1]!.replaceAll('&#38;', '&');
  const srcWith = async (query: string) => srcOf((await api.get(`${CHART}?company_slug=acme&${query}`)).body);
  const open = (src: string) => request(api.url).get(src.replace(PUBLIC_URL, ''));

  it('are all part of the signed path', async () => {
    const src = await srcWith(
      'theme=light&accent=9A3412&background=fff7e6&text=3b2&font=serif&expires=2030-01-01' +
        '&origins=https://News.example/,https://*.news.example&as_of=2025-06-30',
    );
    expect(src).toContain(
      '/theme=light;accent=9a3412;background=fff7e6;text=33bb22;font=serif;' +
        `expires=${FUTURE};origins=news.example,*.news.example;asOf=2025-06-30/`,
    );
    const page = await open(src);
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(
      /; frame-ancestors https:\/\/news\.example https:\/\/\*\.news\.example$/,
    );
    expect(page.text).toContain('--paper:#fff7e6');
    expect(page.text).toContain('Georgia');
    const changed = src.replace('asOf=2025-06-30', 'asOf=2025-12-31');
    expect((await open(changed)).status).toBe(404);
  });

  it('also apply to charts', async () => {
    const dataset_id = (await insertDataset(api.db, { company_id: 1 })).dataset_id;
    const { body } = await api.send('put', '/api/v1/embed/charts/', {
      data: [{ dataset_id }],
      accent: '9a3412',
      font: 'mono',
    });
    expect(srcOf(body)).toContain('/accent=9a3412;font=mono/');
    expect((await open(srcOf(body))).status).toBe(200);
  });

  it('are also the texts of a publisher, in every form of the embed', async () => {
    const texts = {
      title: 'Acme & "more"',
      subtitle: 'A deck',
      note: 'A note',
      byline: 'Ana Ruiz',
      source: 'Own research',
    };
    const { body } = await api.get(`${CHART}?company_slug=acme&${new URLSearchParams(texts).toString()}`);
    expect(body.data.embed_html).toContain('title="Acme &#38; &#34;more&#34;"');
    const src = srcOf(body);
    const page = (await open(src)).text;
    expect(page).toContain('<title>Acme &#38; &#34;more&#34;</title>');
    for (const text of ['A deck', 'A note', 'Ana Ruiz', 'Acme', 'Own research']) expect(page).toContain(text);
    const { title, data } = (await open(`${src}.json`)).body;
    expect([title, data.editorial]).toEqual([texts.title, texts]);
    expect(String((await open(`${src}.svg`)).body)).toContain('A note');
    expect((await open(`${src}.cite`)).text).toContain('Cite “Acme');
  });

  it('reject texts that are too long, or that a small form has no room for', async () => {
    expect((await api.get(`${CHART}?company_slug=acme&title=${'x'.repeat(121)}`)).status).toBe(400);
    const card = '/api/v1/embed/company-data-card/?company_slug=acme&title=x';
    expect((await api.get(card)).status).toBe(400);
  });

  it('leave out values after the pinned day, with a note', async () => {
    const pinned = (await open(await srcWith('as_of=2025-06-30'))).text;
    expect(pinned).toContain('$1M');
    expect(pinned).not.toContain('$2M');
    expect(pinned).toMatch(/Data as of .*Jun 30, 2025.*; later values are left out/);
    const whole = (await open(await srcWith('theme=auto'))).text;
    expect(whole).toContain('$2M');
    expect(whole).not.toContain('are left out');
  });

  it('leave out values before the first day, with a note, and reject a range that ends before it', async () => {
    const src = await srcWith('from=2025-12-01&as_of=2025-12-31');
    expect(src).toContain('/asOf=2025-12-31;from=2025-12-01/');
    const page = (await open(src)).text;
    const { text } = await open(`${src}.csv`);
    expect([...text.matchAll(/^\d{4}-\d\d-\d\d/gm)].map(([day]) => day)).toEqual(['2025-12-31']);
    expect(page).toMatch(/Values from .*Dec 1, 2025.*; earlier ones are left out/);
    for (const [query, reason] of [
      ['from=2025-12-01&as_of=2025-06-30', 'must not be after as_of'],
      ['from=2026-06-02', 'must not be in the future (UTC)'],
      ['from=2025-13-01', 'from'],
    ]) {
      const { status, body } = await api.get(`${CHART}?company_slug=acme&${query}`);
      expect([query, status, JSON.stringify(body)]).toEqual([query, 400, expect.stringContaining(reason!)]);
    }
  });

  it('show a logo on this service, and no logo on another host', async () => {
    const logo = async (url: string) => {
      const dimensions = { width: 40, height: 20 };
      await api
        .db('companies')
        .where({ slug: 'acme' })
        .update({ logo_json: JSON.stringify({ url, dimensions }) });
      const src = await srcWith('theme=auto');
      const { body } = await open(`${src}.json`);
      return [/<img[^>]*>/.exec((await open(src)).text)?.[0], body.data.company.logoUrl];
    };
    expect(await logo(`${PUBLIC_URL}/logos/acme.svg`)).toEqual([
      '<img src="/logos/acme.svg" alt="" height="20" />',
      '/logos/acme.svg',
    ]);
    expect(await logo('https://cdn.example/acme.svg')).toEqual([undefined, null]);
  });

  it('accept today as as_of, and never date a chart in the future', async () => {
    expect((await open(await srcWith('as_of=2026-06-01'))).status).toBe(200);
    const [key] = await signingKeys(api.db);
    const address = { kind: 'valuation-chart', subject: 'acme', options: { asOf: '2099-12-31' } } as const;
    const page = await open(signAddress(address, key!));
    expect(page.status).toBe(200);
    expect(page.text).toContain('Dec 31, 2025');
    expect(page.text).not.toContain('Dec 31, 2099');
  });

  it('expire an embed, also in caches', async () => {
    const src = await srcWith('expires=2026-06-01T12:30:00Z');
    const page = await open(src);
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'public, max-age=1800']);
    const { body } = await request(api.url).get(`/oembed?url=${encodeURIComponent(src)}`);
    expect(body.cache_age).toBe(1800);
    now = new Date('2026-06-01T12:30:00.000Z');
    const after = await open(src);
    expect([after.status, after.type]).toEqual([404, 'text/html']);
    expect(after.text).not.toMatch(/acme|expire/i);
    expect(after.headers['content-security-policy']).not.toContain('frame-ancestors');
  });

  it.each([
    ['theme=purple', /^theme: /],
    ['accent=red', /^accent: must be a hex colour without #, such as 9a3412$/],
    ['background=%231b5e9e', /^background: must be a hex colour without #/],
    ['text=12345', /^text: must be a hex colour/],
    ['font=Comic%20Sans', /^font: /],
    ['expires=soon', /^expires: must be an ISO 8601 date/],
    ['expires=2026-01-01', /^expires: must be in the future$/],
    ['origins=news.example', /^origins: must be one to 10 origins such as https:\/\/news\.example/],
    ['origins=https://a.example;%20script-src%20*', /^origins: /],
    ['origins=', /^origins: /],
    ['as_of=2026-06-02', /^as_of: must not be in the future \(UTC\)$/],
    ['as_of=2025-02-30', /^as_of: must be a date, YYYY-MM-DD$/],
  ])('answer %s with 400 in the failed form', async (query, message) => {
    const response = await api.get(`${CHART}?company_slug=acme&${query}`);
    expect([response.status, Object.keys(response.body)]).toEqual([400, ['status', 'message']]);
    expect(response.body).toEqual({ status: 'failed', message: expect.stringMatching(message) });
  });

  it('are signed with the newest key; older keys verify until revoked, and the last key cannot be revoked', async () => {
    const before = await srcWith('theme=dark');
    const id = await createSigningKey(api.db);
    const after = await srcWith('theme=dark');
    expect([before, after].map((src) => src.split('/').at(-1)!.split('.')[0])).toEqual(['k1', id]);
    expect([(await open(before)).status, (await open(after)).status]).toEqual([200, 200]);
    expect((await listSigningKeys(api.db)).map((key) => [key.id, key.revoked_at])).toEqual([
      [id, null],
      ['k1', null],
    ]);
    expect(await revokeSigningKey(api.db, 'k1')).toBe('revoked');
    expect([(await open(before)).status, (await open(after)).status]).toEqual([404, 200]);
    expect(await revokeSigningKey(api.db, 'k1')).toBe('unknown');
    expect(await revokeSigningKey(api.db, id)).toBe('last');
    expect(Object.keys((await listSigningKeys(api.db))[0]!)).not.toContain('secret');
    expect(await createSigningKey(api.db)).toBe('k3');
  });
});
