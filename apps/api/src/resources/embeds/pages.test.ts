import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import { insertCompany, insertDataset, insertDocument } from '../../testing/fixtures.ts';

const EMBED = '/api/v1/embed/company-data-valuation-chart/?company_slug=';
/** What a link gathers on its way through newsletters and social networks, and worse. */
const GATHERED = [
  'utm_source=news&utm_medium=email',
  'fbclid=IwAR0abc_def-123',
  'utm_source=a&utm_source=b',
  'theme=purple',
  'as_of=1999-01-01&accent=ff0000',
  'subject=%3Cscript%3Ealert(1)%3C/script%3E&kind[]=x',
  'a=%00&%00=a',
  '%E0%A4%A=%ff',
  '=&&',
];

describe('addresses of embeds', () => {
  let api: TestApi;
  let path: string;
  let broken: string;
  let pdf: string;
  beforeAll(async () => {
    api = await startTestApi('sqlite');
    const company_id = await insertCompany(api.db, { domain: 'acme.com', slug: 'acme', name: 'Acme' });
    await insertDataset(api.db, { company_id, data_type: 'Valuation' });
    const other = await insertCompany(api.db, { domain: 'broken.com', slug: 'broken' });
    await insertDataset(api.db, { company_id: other, data_type: 'Valuation', data_json: 'secret' });
    await insertDocument(api.db, { slug: 'report', title: 'Report' });
    [path, broken] = [await pathOf(`${EMBED}acme`), await pathOf(`${EMBED}broken`)];
    pdf = await pathOf('/api/v1/embed/document-pdfs/?document_slug=report');
  });
  afterAll(() => api.close());

  const pathOf = async (asked: string) => {
    const html = (await api.get(asked)).body.data.embed_html as string;
    return /src="([^"]+)"/.exec(html)![1]!.replaceAll('&#38;', '&').replace(PUBLIC_URL, '');
  };
  const open = (address: string) => request(api.url).get(address);

  it.each(GATHERED)('ignore added query parameters: %s', async (more) => {
    for (const address of [
      path,
      `${path}.csv`,
      `${path}.svg`,
      pdf,
      '/embeds',
      '/embeds/gallery/company-summary',
    ]) {
      const [plain, added] = [await open(address), await open(`${address}?${more}`)];
      expect([address, added.status]).toEqual([address, 200]);
      expect(added.body).toEqual(plain.body);
      expect(added.text).toBe(plain.text);
      const kept = ({
        headers: { etag, 'cache-control': cache, 'content-security-policy': policy },
      }: typeof plain) => [etag, cache, policy];
      expect(kept(added)).toEqual(kept(plain));
      const known = await open(`${address}?${more}`).set('If-None-Match', plain.headers['etag']!);
      expect(known.status).toBe(304);
    }
    expect((await open(`${path}.json?${more}`)).body).toEqual((await open(`${path}.json`)).body);
  });

  it('redirect other spellings of an address to the one that was signed', async () => {
    const escaped = path.replace('/-/', '/%2d/');
    for (const ending of ['', '.csv', '.svg', '.json'])
      for (const other of [path.replace('/embeds/', '/Embeds/'), escaped]) {
        const { status, headers } = await open(`${other}${ending}`);
        expect([status, headers['location']]).toEqual([301, `${PUBLIC_URL}${path}${ending}`]);
      }
    for (const other of [`${path}/`, `${path}.CSV`, `${path}/?utm_source=x`])
      expect([other, (await open(other)).status]).toEqual([other, 301]);
    expect((await open(path.replace(/.$/, 'x').replace('/embeds/', '/Embeds/'))).status).toBe(404);
  });

  it('return 404 for a changed signature or an unknown option', async () => {
    for (const address of [
      `${path.slice(0, -1)}?signature=${path.slice(-1)}`,
      path.replace('/-/', '/theme=purple/'),
      path.replace('/-/', '/utm_source=x/'),
    ]) {
      expect([address, (await open(address)).status]).toEqual([address, 404]);
    }
  });

  it('answer every error with a page that can be framed and shows only its status', async () => {
    const errors: [number, string, string?, string?][] = [
      [404, `${path}x`],
      [404, path.replace('/-/', '/theme=purple/')],
      [404, path.replace('valuation-chart', 'pie')],
      [404, path.split('/').slice(0, -1).join('/')],
      [404, `${path}/more`],
      [404, '/embeds/nothing/here'],
      [404, '/embeds/nothing.js'],
      [404, '/embeds/gallery/nothing'],
      [404, '/embeds/gallery/nothing?utm_source=x'],
      [404, `${pdf}x`],
      [400, '/embeds/valuation-chart/%E0%A4%A/-/k1.x'],
      [400, '/embeds/%'],
      [400, '/embeds/valuation-chart/a%00b/-/k1.x'],
      [405, path, 'post'],
      [405, `${path}.json`, 'put'],
      [405, pdf, 'delete'],
      [405, '/embeds', 'post'],
      [404, '/embeds/nothing/here', 'post'],
      [406, path, 'get', 'application/json'],
      [406, `${path}.svg`, 'get', 'text/html'],
      [500, broken],
      [500, `${broken}.csv`],
    ];
    const pages = new Set<string>();
    for (const [status, address, method = 'get', accept = '*/*'] of errors) {
      const answer = await request(api.url)[method as 'get'](address).set('Accept', accept);
      expect([address, answer.status, answer.type]).toEqual([address, status, 'text/html']);
      pages.add(`${status} ${answer.text}`);
      expect(answer.text).not.toMatch(/acme|broken|secret|valuation|json|key|sign|param|utm/i);
      expect(answer.text).toMatch(
        /<main>\s*<h1>(This content (is not available|cannot be shown just now)\.|Bad Request|Method Not Allowed|Not Acceptable)<\/h1>/,
      );
      expect(answer.headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'$/,
      );
      expect(answer.headers['cache-control']).toBe('no-store');
      if (status === 405) expect(answer.headers['allow']).toBe('GET, HEAD');
    }
    // One for each status, whatever the cause.
    expect(pages.size).toBe(5);
  });

  it('do not change the errors of the API', async () => {
    for (const address of ['/nothing', '/embedsx']) {
      const answer = await open(address);
      expect([address, answer.status, answer.body.code]).toEqual([address, 404, 'not_found']);
    }
    expect((await api.get(`${EMBED}acme&utm_source=x`)).body.message).toMatch(/^utm_source: is unknown/);
  });
});
