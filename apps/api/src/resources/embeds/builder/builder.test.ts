import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ensureOrganization, generateApiKey, registerApiKey, revokeApiKey } from '@dossier/store';
import { parse } from '@wordpress/block-serialization-default-parser';
import { pino } from 'pino';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../../testing/api.ts';
import { insertCompany, insertDataset, insertInto, searchEntry } from '../../../testing/fixtures.ts';

const BUILDER = '/embeds/new';
const HOUR_MS = 3_600_000;

describe('the builder', () => {
  let api: TestApi;
  let now = Date.now();
  const log: string[] = [];
  beforeAll(async () => {
    const logger = pino({ level: 'trace' }, { write: (line: string) => void log.push(line) });
    const rateLimits = new Map([['Funds', { tasks: 2, seconds: 60 }]]);
    api = await startTestApi('sqlite', { clock: () => new Date(now), logger, rateLimits });
    for (const [i, name] of ['Stripe', 'OpenAI', 'SpaceX'].entries()) {
      const slug = name.toLowerCase();
      const company_id = await insertCompany(api.db, { domain: `${slug}.com`, slug, name });
      await insertDataset(api.db, { company_id, data_type: 'Valuation', dataset_id: 7 + i });
      // SpaceX has no figure, so the gallery leaves it out.
      if (name !== 'SpaceX') {
        const figure = { name: 'latest_estimated_valuation', value: i * 1e9, date: '2025-01-01' };
        await insertInto(api.db, 'company_financials', { company_id, ...figure });
      }
      await api.search.put([searchEntry(name, [`X${i}TICK`])]);
    }
  });
  afterAll(() => api.close());

  const signIn = (key: string) => request(api.url).post(`${BUILDER}/session`).type('form').send({ key });
  const cookieOf = async (key = api.key) => (await signIn(key)).headers['set-cookie']![0]!.split(';')[0]!;
  const open = (path: string, cookie: string) =>
    request(api.url).get(`${BUILDER}${path}`).set('Cookie', cookie);
  const newKey = async (plan: string) => {
    const key = generateApiKey();
    await registerApiKey(api.db, key, await ensureOrganization(api.db, `The ${plan}`, plan));
    return key;
  };

  it('asks for a key, and shows nothing else to strangers', async () => {
    const page = await request(api.url).get(`${BUILDER}?companies=stripe&q=stripe`);
    expect([page.status, page.type]).toEqual([200, 'text/html']);
    expect(page.text).toContain('type="password"');
    expect(page.text).not.toMatch(/Stripe|stripe|<script/);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    const found = await request(api.url).get(`${BUILDER}/companies?q=stripe`);
    expect([found.status, found.body.code]).toEqual([401, 'unauthenticated']);
  });

  it('begins a session of 8 hours in a cookie that only the builder receives', async () => {
    const answer = await signIn(` ${api.key} `);
    expect([answer.status, answer.headers['location'], answer.text]).toEqual([303, BUILDER, '']);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^dossier_session=[\w-]{43}; Path=\/embeds\/new; Max-Age=28800; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ]);
    const page = await open('?companies=stripe', await cookieOf());
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' });
    expect(page.headers['content-security-policy']).toContain(
      "script-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(page.text).toContain('Stripe');
  });

  it('rejects an invalid key with the reason at its field', async () => {
    const withoutPlan = await newKey('Readers');
    for (const [key, status, words] of [
      ['', 401, /The key is missing, unknown/],
      ['dsr_live_wrong', 401, /The key is missing, unknown/],
      [`${api.key} x`, 401, /The key is missing, unknown/],
      [withoutPlan, 403, /does not include the API/],
    ] as const) {
      const { text, headers, ...answer } = await signIn(key);
      expect([key, answer.status]).toEqual([key, status]);
      expect(text).toMatch(words);
      expect(text).toMatch(/aria-invalid="true" aria-describedby="key-error key-hint"/);
      expect(text).toContain('<title>Error: ');
      expect(headers['set-cookie']).toBeUndefined();
    }
  });

  it('ends a session when it expires, is changed, or its key is revoked', async () => {
    const isSignedIn = async (cookie: string) => (await open('', cookie)).text.includes('Sign out');
    const key = await newKey('Platforms');
    const cookie = await cookieOf(key);
    expect(await isSignedIn(cookie)).toBe(true);
    for (const changed of [
      cookie.replace(/=./, (start) => (start === '=A' ? '=B' : '=A')),
      cookie.slice(0, -1),
      `${cookie}x`,
      'dossier_session=',
      'dossier_session=a.b.c.d',
    ])
      expect([changed, await isSignedIn(changed)]).toEqual([changed, false]);
    now += 8 * HOUR_MS - 2000;
    expect(await isSignedIn(cookie)).toBe(true);
    now += 4000;
    expect(await isSignedIn(cookie)).toBe(false);
    const fresh = await cookieOf(key);
    const other = await cookieOf();
    expect(await revokeApiKey(api.db, key.split('_')[2]!)).toBe(true);
    expect([await isSignedIn(fresh), await isSignedIn(other)]).toEqual([false, true]);
  });

  it('signs out, also of copies of the cookie, and of no other session', async () => {
    const [cookie, other] = [await cookieOf(), await cookieOf()];
    const answer = await request(api.url).post(`${BUILDER}/sign-out`).set('Cookie', cookie);
    expect([answer.status, answer.headers['location']]).toEqual([303, BUILDER]);
    expect(answer.headers['set-cookie']).toEqual([
      'dossier_session=; Path=/embeds/new; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
    ]);
    const isSignedIn = async (copy: string) => (await open('', copy)).text.includes('Sign out');
    expect([await isSignedIn(cookie), await isSignedIn(other)]).toEqual([false, true]);
    // Expired sessions are deleted when the next one begins.
    now += 9 * HOUR_MS;
    await cookieOf();
    expect(await api.db('sessions')).toHaveLength(1);
  });

  it('ends the former session when a person signs in again', async () => {
    const former = await cookieOf();
    const answer = await request(api.url)
      .post(`${BUILDER}/session`)
      .set('Cookie', former)
      .type('form')
      .send({ key: api.key });
    const next = answer.headers['set-cookie']![0]!.split(';')[0]!;
    const isSignedIn = async (copy: string) => (await open('', copy)).text.includes('Sign out');
    expect([await isSignedIn(former), await isSignedIn(next)]).toEqual([false, true]);
  });

  it('finds the session beside a wrong cookie of the same name', async () => {
    const cookie = await cookieOf();
    for (const both of [`dossier_session=x; ${cookie}`, `${cookie}; dossier_session=a.b.c.d.e`])
      expect((await open('', both)).text).toContain('Sign out');
  });

  it('rejects forms of other sites', async () => {
    const host = api.url.replace('http://', '');
    const own = { Origin: PUBLIC_URL };
    const send = (headers: Record<string, string>) =>
      request(api.url).post(`${BUILDER}/session`).set(headers).type('form').send({ key: api.key });
    for (const [headers, status] of [
      [{ 'Sec-Fetch-Site': 'same-origin', ...own }, 303],
      [own, 303],
      [{}, 303],
      [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
      [{ 'Sec-Fetch-Site': 'same-site', ...own }, 403],
      [{ Origin: `http://${host}` }, 403],
      [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'http://evil.example', Host: 'evil.example' }, 403],
      [{ 'Sec-Fetch-Site': 'none' }, 403],
      [{ Origin: 'https://evil.example' }, 403],
      [{ Origin: 'null' }, 403],
    ] as [Record<string, string>, number][]) {
      const answer = await send(headers);
      expect([headers, answer.status]).toEqual([headers, status]);
      expect(answer.headers['set-cookie'] === undefined).toBe(status === 403);
    }
  });

  it('counts requests against the limit of the plan', async () => {
    const cookie = await cookieOf(await newKey('Funds'));
    const statuses = [];
    for (const path of ['?companies=stripe', '/companies?q=str', '', '/companies?q=str']) {
      const { status, headers } = await open(path, cookie);
      statuses.push([status, headers['x-ratelimit-remaining']]);
    }
    expect(statuses).toEqual([
      [200, '1'],
      [200, '0'],
      [429, '0'],
      [429, '0'],
    ]);
    now += 61_000;
  });

  it('finds companies by name, ticker, domain and slug', async () => {
    const cookie = await cookieOf();
    const found = async (q: string) => {
      const { body } = await open(`/companies?${new URLSearchParams({ q })}`, cookie);
      return body.companies.map(({ slug }: { slug: string }) => slug);
    };
    expect(await found('str')).toEqual(['stripe']);
    expect(await found('spacx')).toEqual(['spacex']);
    expect(await found('x1tick')).toEqual(['openai']);
    expect(await found('OpenAI.com')).toEqual(['openai']);
    expect(await found('nothing such')).toEqual([]);
    expect(await found('  ')).toEqual([]);
    const page = await open('?q=str&companies=openai', cookie);
    expect(page.text).toMatch(/<button name="add" value="stripe" aria-label="Add Stripe, stripe.com">/);
    expect((await open('?q=zzzz', cookie)).text).toContain('No company matches “zzzz”.');
  });

  const snippet = (text: string, id: string) =>
    new RegExp(`<textarea\\s+id="${id}"[^>]*>\\n?([^<]*)</textarea`)
      .exec(text)![1]!
      .replaceAll(
        /&(lt|gt|amp|quot|#39);/g,
        (_, name) => ({ lt: '<', gt: '>', amp: '&', quot: '"' })[name as 'lt'] ?? "'",
      );

  it('adds and removes companies, and offers the forms that fit', async () => {
    const cookie = await cookieOf();
    const chosen = (text: string) => /name="companies" value="([^"]*)"/.exec(text)![1];
    const forms = (text: string) =>
      [...text.matchAll(/name="form"\s+value="([^"]*)"/g)].map(([, name]) => name);
    const one = await open('?add=stripe&q=str', cookie);
    expect([chosen(one.text), forms(one.text)]).toEqual([
      'stripe',
      [
        ...['valuation-chart', 'valuation-table', 'sparkline', 'card', 'summary', 'rounds'].map(
          (name) => `company-data-${name}`,
        ),
        ...['datasets', 'datasets-bars'],
      ],
    ]);
    const several = await open('?companies=stripe,openai&add=spacex', cookie);
    expect([chosen(several.text), forms(several.text)]).toEqual([
      'stripe,openai,spacex',
      [
        ...['comparison', 'scatter', 'multiples', 'ranking'].map((name) => `company-data-${name}`),
        'datasets',
        'datasets-bars',
      ],
    ]);
    expect(several.text).toContain('name="scale"');
    for (const words of ['Axis begins', 'At zero', 'Near the least value'])
      expect(several.text).toContain(words);
    // No field or value is called what requests call it.
    expect(several.text.replaceAll(/<[^>]*>/g, '')).not.toMatch(/as_of|Data begins|Datasets bars/);
    const titles = (text: string) => [...text.matchAll(/<span>([^<]+)<br/g)].map(([, title]) => title);
    for (const { text } of [one, several]) expect(titles(text)).toEqual([...new Set(titles(text))]);
    expect(titles(one.text).slice(-3)).toEqual(['Funding rounds', 'Lines, columns or areas', 'Bars']);
    const ranking = await open('?companies=stripe,openai&form=company-data-ranking', cookie);
    expect(ranking.text).not.toContain('name="scale"');
    expect(ranking.text).toContain('Line for each company');
    expect(chosen((await open('?companies=stripe,openai&remove=stripe', cookie)).text)).toBe('openai');
    const unknown = await open('?companies=stripe,nobody', cookie);
    expect([unknown.status, chosen(unknown.text)]).toEqual([400, 'stripe']);
    expect(unknown.text).toContain('There is no company with the slug nobody.');
  });

  it('writes the iframe that the API returns, with a height that fits', async () => {
    const cookie = await cookieOf();
    for (const [form, companies, height] of [
      ['valuation-chart', 'company_slug=stripe', 500],
      ['card', 'company_slug=stripe', 250],
      ['sparkline', 'company_slug=stripe', 28],
      ['comparison', 'company_slugs=stripe,openai', 500],
    ] as const) {
      const { text } = await open(
        `?companies=${companies.split('=')[1]}&form=company-data-${form}&theme=dark&locale=de`,
        cookie,
      );
      const { body } = await api.get(
        `/api/v1/embed/company-data-${form}?${companies}&theme=dark&locale=de&height=${height}`,
      );
      expect(snippet(text, 'iframe')).toBe(body.data.embed_html);
      const src = /src="([^"]+)"/.exec(body.data.embed_html)![1]!;
      expect(snippet(text, 'link')).toBe(src);
      expect(parse(snippet(text, 'wordpress'))).toEqual([
        expect.objectContaining({ blockName: 'core/html', innerHTML: `\n${body.data.embed_html}\n` }),
      ]);
      expect([...text.matchAll(/<iframe\s+src="([^"]+)"/g)].map(([, path]) => path)).toEqual(
        Array.from({ length: 3 }, () => src.replace(PUBLIC_URL, '')),
      );
      expect(
        (await request(api.url).get(snippet(text, 'oembed').replace(PUBLIC_URL, ''))).body,
      ).toMatchObject({
        type: 'rich',
        html: expect.stringContaining(src),
      });
      expect(snippet(text, 'element')).toBe(
        `<script type="module" src="${PUBLIC_URL}/embeds/elements.js"></script>\n<dossier-chart src="${src}"></dossier-chart>`,
      );
    }
  });

  it('offers the datasets of the companies, how they are drawn, and which one is highlighted', async () => {
    const cookie = await cookieOf();
    const offered = (text: string) =>
      [...text.matchAll(/name="datasets"\s+value="([^"]+)"(\s+checked)?/g)].map(([, id, checked]) => [
        id,
        checked !== undefined,
      ]);
    const first = await open('?companies=stripe,openai&form=datasets', cookie);
    expect(first.text).toContain('Choose a dataset to see its embed.');
    const ids = offered(first.text).map(([id]) => id as string);
    expect(ids).toEqual(
      await api.db('datasets').whereIn('dataset_id', [7, 8]).orderBy('dataset_id').pluck('id'),
    );
    const query = `companies=stripe,openai&form=datasets&datasets=${ids[0]}&datasets=${ids[1]}&view_type=stacked`;
    const { status, text } = await open(`?${query}&highlight=${ids[1]}`, cookie);
    expect([status, offered(text).map(([, isChosen]) => isChosen)]).toEqual([200, [true, true]]);
    expect(snippet(text, 'iframe')).toContain(`/dataset-chart/${ids[0]}~${ids[1]}/view=stacked;highlight=`);
    expect(text).toMatch(new RegExp(`<option\\s+value="${ids[1]}"\\s+selected>\\s*${ids[1]}\\s*</option>`));
    expect(text).toContain(`datasets=${ids[0]}%2C${ids[1]}`);
    // What is highlighted is not chosen any more.
    const without = await open(
      `?companies=stripe,openai&form=datasets&datasets=${ids[0]}&highlight=${ids[1]}`,
      cookie,
    );
    expect([without.status, without.text]).toEqual([200, expect.not.stringContaining('highlight=')]);
    expect((await open('?companies=stripe&form=datasets&datasets=x', cookie)).text).toContain(
      'Choose a dataset',
    );
  });

  it('suggests a logarithmic scale if most lines lie on the axis, and ranks the first companies', async () => {
    const cookie = await cookieOf();
    const years = (y: number) =>
      JSON.stringify(
        [2023, 2024].map((year) => ({ x: `${year}-12-31T00:00:00.000Z`, y, type: 'historical' })),
      );
    const sizes = [1e9, 2e9, 4e11];
    for (const [i, slug] of ['low', 'lower', 'high'].entries()) {
      const company_id = await insertCompany(api.db, { domain: `${slug}.example`, slug, name: slug });
      await insertDataset(api.db, { company_id, data_type: 'Valuation', data_json: years(sizes[i]!) });
    }
    const { text } = await open('?companies=low,lower,high', cookie);
    const link = /<a href="([^"]+)">Draw it on a logarithmic scale/.exec(text)![1]!.replaceAll('&amp;', '&');
    const log = await request(api.url).get(link).set('Cookie', cookie);
    expect(snippet(log.text, 'iframe')).toContain('/scale=log/');
    expect(log.text).not.toContain('Draw it on a logarithmic scale');
    const even = await open('?companies=low,lower', cookie);
    expect(even.text).not.toContain('Draw it on a logarithmic scale');
    const top = await open('?companies=low,lower,high&form=company-data-ranking&top=2', cookie);
    expect(snippet(top.text, 'iframe')).toContain('/top=2/');
  });

  it('links to the pictures and the values of the embed, for any form and any site', async () => {
    const cookie = await cookieOf();
    for (const [query, name, endings] of [
      ['companies=stripe&form=company-data-summary', 'stripe-summary', ['svg', 'pdf']],
      ['companies=stripe&origins=https://news.example', 'stripe-valuation-chart', ['svg', 'pdf', 'csv']],
      ['companies=stripe,openai&locale=de', 'bewertungen-im-vergleich-stripe-openai', ['svg', 'pdf', 'csv']],
    ] as const) {
      const { text } = await open(`?${query}`, cookie);
      const links = [...text.matchAll(/<a href="([^"]+)"\s+download="([^"]+)"/g)];
      expect(links.map(([, , file]) => file)).toEqual(
        ['small.png', 'png', 'social.png', ...endings].map((ending) => `${name}.${ending}`),
      );
      for (const [, path] of links)
        expect([path, (await request(api.url).get(path!)).status]).toEqual([path, 200]);
    }
  });

  it('previews an embed that other sites may not show', async () => {
    const { text } = await open('?companies=stripe&origins=https://news.example', await cookieOf());
    expect(snippet(text, 'iframe')).toContain('origins=news.example');
    const [, preview] = /<iframe\s+src="([^"]+)"/.exec(text)!;
    const page = await request(api.url).get(preview!);
    expect([page.status, page.headers['content-security-policy']]).toEqual([
      200,
      expect.not.stringContaining('frame-ancestors'),
    ]);
  });

  it('shows a wrong option with the reason at its field, escaped', async () => {
    const query = new URLSearchParams({
      companies: 'stripe',
      theme: 'purple',
      accent: '<b>"x',
      as_of: '2999-01-01',
      height: '9000',
    });
    const { status, text } = await open(`?${query}`, await cookieOf());
    expect(status).toBe(400);
    for (const [name, words] of [
      ['theme', /^Theme must be /],
      ['accent', /^Colour of lines must be a hex colour/],
      ['height', /^Height must be /],
    ] as const) {
      expect(text).toMatch(new RegExp(`aria-invalid="true" aria-describedby="${name}-error ${name}-hint"`));
      expect(new RegExp(`id="${name}-error">([^<]+)<`).exec(text)![1]).toMatch(words);
    }
    expect(text).toContain('value="&lt;b&gt;&quot;x"');
    expect(text).toMatch(/<details open/);
    const future = await open('?companies=stripe&as_of=2999-01-01', await cookieOf());
    expect([future.status, future.text]).toEqual([
      400,
      expect.stringMatching(/id="as_of-error">Values up to must not/),
    ]);
  });

  it('shows companies of the database in the gallery before the hard cases, to people who are signed in', async () => {
    expect((await api.get('/embeds')).text).not.toMatch(/>Stripe: |stripe~/);
    const stranger = await request(api.url).get(`${BUILDER}/gallery`);
    expect([stranger.status, stranger.headers['location']]).toEqual([303, BUILDER]);
    const { status, text } = await open('/gallery', await cookieOf());
    expect(status).toBe(200);
    const real = [...text.matchAll(/<h3 id="([\w-]+)-real-\d">([^<]+)<\/h3>\s*<iframe src="([^"]+)"/g)];
    expect(real.map(([, kind, title]) => [kind, title])).toEqual([
      ['valuation-chart', 'OpenAI: valuation chart'],
      ['valuation-table', 'OpenAI: valuation table'],
      ['valuation-sparkline', expect.stringMatching(/^OpenAI: /)],
      ['company-card', expect.stringMatching(/^OpenAI: /)],
      ['company-summary', expect.stringMatching(/^OpenAI: /)],
      ['dataset-chart', 'Valuations compared: OpenAI, Stripe'],
      ['bar-chart', 'OpenAI: funding rounds'],
      ['scatter-chart', 'Valuation and total funding: OpenAI, Stripe'],
      ['small-multiples', 'Valuations compared: OpenAI, Stripe'],
      ['ranking-table', expect.stringMatching(/: OpenAI, Stripe$/)],
    ]);
    for (const [, , , path] of real) expect((await request(api.url).get(path!)).status).toBe(200);
    expect(text).toContain('/embeds/gallery/valuation-chart-hundred');
  });

  it('writes the key nowhere: not in pages, addresses, cookies or the log', async () => {
    const secret = api.key.slice('dsr_live_00000000_'.length);
    const cookie = await cookieOf();
    const wrong = await signIn(`${api.key}x`);
    const pages = await Promise.all(
      ['', '?companies=stripe', '/companies?q=str'].map((path) => open(path, cookie)),
    );
    const all = [wrong, ...pages].map(({ text, headers }) => text + JSON.stringify(headers)).join();
    expect(all.length).toBeGreaterThan(10_000);
    expect(log.join()).toContain('/embeds/new/session');
    for (const text of [all, cookie, log.join()]) {
      expect(text).not.toContain(secret);
      // A part of the cookie, such as its signature, is no credential for the API.
      expect(text).not.toContain(api.key);
    }
    expect(log.join()).not.toContain(cookie.split('.').at(-1));
    const asKey = await request(api.url)
      .get('/api/v1/companies/rankings/')
      .set('Authorization', `Token ${cookie.split('=')[1]}`);
    expect(asKey.status).toBe(401);
  });
});
