import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signAddress } from '@dossier/embeds';
import { createSigningKey, revokeSigningKey, signingKeys } from '@dossier/store';
import { publish, srcOf, startEmbedSite, type EmbedSite } from '../../testing/embed-site.ts';
import { insertCompany, insertDataset, insertInto } from '../../testing/fixtures.ts';

const HOSTILE = `</title></script></style><script>alert(1)</script>"'><img src=x onerror=alert(2)>\u202e{{x}}\${y}`;
const WORD = 'W'.repeat(1_000);
const SOURCES = [
  'javascript:alert(3)',
  'data:text/html,<script>alert(4)</script>',
  'https://x.example/"onclick="alert(5)',
];
const VALUES = SOURCES.map((source_url, i) => ({
  x: `${2018 + i}-06-30T00:00:00.000Z`,
  y: (i + 1) * 1e6,
  type: 'historical',
  source_url,
}));

describe('embeds with hostile input', () => {
  let site: EmbedSite;
  let src: string;
  let hostile: string[];
  beforeAll(async () => {
    site = await startEmbedSite('sqlite');
    const { db } = site;
    const company_id = await insertCompany(db, { domain: 'acme.com', slug: 'acme', name: 'Acme' });
    await insertDataset(db, { company_id, data_type: 'Valuation' });
    src = srcOf(await site.company('valuation-chart', 'company_slug=acme'));

    const bad = await insertCompany(db, {
      domain: 'bad.com',
      slug: '株式会社-شركة',
      name: HOSTILE + WORD,
      description: HOSTILE + WORD,
      headquarters_city: WORD,
      headquarters_country: HOSTILE,
      key_people_json: JSON.stringify({
        founders: [{ name: HOSTILE }, { name: WORD }],
        ceo: [{ name: HOSTILE }],
      }),
    });
    const figure = { name: 'latest_estimated_valuation', value: 1e9, date: HOSTILE };
    await insertInto(db, 'company_financials', { company_id: bad, ...figure });
    for (const data_type of ['Valuation', 'Revenue', 'Recurring Revenue']) {
      await insertDataset(db, {
        company_id: bad,
        data_type,
        name: data_type + HOSTILE + WORD,
        metric: data_type === 'Valuation' ? 'USD' : HOSTILE,
        source_url: 'javascript:alert(6)',
        data_json: JSON.stringify(VALUES),
      });
    }
    const rows = await db('datasets').where({ company_id: bad, metric: HOSTILE }).pluck<string[]>('id');
    hostile = [
      await site.company('valuation-chart', 'company_domain=bad.com'),
      await site.company('valuation-table', 'company_domain=bad.com'),
      await site.company('summary', 'company_domain=bad.com'),
      await site.chart({
        name: HOSTILE.slice(0, 200),
        description: HOSTILE,
        data: rows.map((dataset_id) => ({
          dataset_id,
          show_data_labels: true,
          annotated_points: [{ x: '2020-06-30', label: HOSTILE }],
        })),
      }),
    ];
  });
  afterAll(() => site.close());

  it.each([0, 1, 2, 3])('never run a script or break the layout with hostile data: widget %i', async (i) => {
    for (const width of [320, 800]) {
      await site.visit(
        srcOf(hostile[i]!),
        { viewport: { width, height: 800 } },
        async ({ page, requests, trouble }) => {
          await page.locator('h1').waitFor();
          for (const details of await page.locator('summary:visible').all()) await details.click();
          const inside = await page.evaluate(() => {
            const root = document.querySelector('main > *')!.shadowRoot!;
            const all = [...document.querySelectorAll('*'), ...root.querySelectorAll('*')];
            return {
              foreign: all.filter((e) => /^(img|b|iframe|object|embed|form)$/i.test(e.localName)).length,
              scripts: all.filter((e) => e.localName === 'script').length,
              handlers: all.filter((e) => [...e.attributes].some((a) => /^on/i.test(a.name))).length,
              links: [...root.querySelectorAll('a')].map((a) => a.protocol),
              wider: document.documentElement.scrollWidth - innerWidth,
            };
          });
          expect(inside).toMatchObject({ foreign: 0, scripts: 1, handlers: 0, wider: 0 });
          expect(inside.links.filter((protocol) => !/^https?:$/.test(protocol))).toEqual([]);
          expect(requests.every((url) => url.startsWith(`${site.url}/`))).toBe(true);
          expect(trouble).toEqual([]);
        },
      );
    }
  });

  it('escape hostile data in SVG, CSV and JSON', async () => {
    for (const html of [hostile[0]!, hostile[3]!]) {
      const svg = `${srcOf(html)}.svg`;
      await site.visit(svg, {}, async ({ page, requests, trouble }) => {
        expect(await page.evaluate(() => document.documentElement.namespaceURI)).toBe(
          'http://www.w3.org/2000/svg',
        );
        expect(await page.locator('parsererror, script, a, image, foreignObject').count()).toBe(0);
        expect(requests).toEqual([svg]);
        expect(trouble).toEqual([]);
      });
      const csv = await (await fetch(`${srcOf(html)}.csv`)).text();
      expect(csv).not.toMatch(/(^|,|")[=+@]|javascript:/m);
      const json = (await (await fetch(`${srcOf(html)}.json`)).json()) as { kind: string };
      expect(json.kind).toMatch(/-chart$/);
    }
  });

  it('return the same plain page for a tampered, expired, foreign or revoked signature', async () => {
    const [key] = await signingKeys(site.db);
    const until = (time: number) => {
      const options = { expires: new Date(time).toISOString() };
      return site.url + signAddress({ kind: 'valuation-chart', subject: 'acme', options }, key!);
    };
    const revoked = await createSigningKey(site.db);
    const revoking = srcOf(await site.company('valuation-chart', 'company_slug=acme'));
    expect(revoking).toContain(`/${revoked}.`);
    expect((await fetch(until(Date.now() + 3_600_000))).status).toBe(200);
    expect((await fetch(revoking)).status).toBe(200);
    await revokeSigningKey(site.db, revoked);
    const refused = {
      tampered: src.replace('/-/', '/theme=dark/'),
      expired: until(Date.now() - 1),
      foreign: src.replace(/\.[^.]+$/, '.AAAAAAAAAAAAAAAAAAAAAA'),
      revoked: revoking,
    };
    const frames = Object.values(refused).map(
      (url) => `<iframe src="${url}" width="400" height="200"></iframe>`,
    );
    await publish(frames, (origin) =>
      site.visit(`${origin}/`, { origins: [origin] }, async ({ page }) => {
        for (const frame of page.frames().slice(1)) {
          expect(await frame.locator('h1').innerText()).toBe('This content is not available.');
          expect(await frame.content()).not.toMatch(/acme|sign|expire|revoke|key/i);
        }
      }),
    );
    for (const url of Object.values(refused)) expect((await fetch(url)).status).toBe(404);
  });

  it('show an embed for one origin on that origin only', () =>
    publish(['<div id="here"></div>'], async (origin) => {
      const [other] = [origin.replace('127.0.0.1', 'localhost')];
      const html = await site.company('valuation-table', `company_slug=acme&origins=${origin}`);
      const shows = (from: string) =>
        site.visit(`${from}/`, { origins: [origin, other] }, async ({ page }) => {
          await page.evaluate(
            (markup) =>
              new Promise((loaded) => {
                const here = document.querySelector('#here')!;
                here.innerHTML = markup;
                here.querySelector('iframe')!.onload = loaded;
              }),
            html,
          );
          return page.frames()[1]!.locator('h1').filter({ hasText: 'Acme valuation' }).count();
        });
      expect([await shows(origin), await shows(other)]).toEqual([1, 0]);
    }));

  it('show a picture for one origin on that origin only, as an <img crossorigin>', () =>
    publish([], async (origin) => {
      const other = origin.replace('127.0.0.1', 'localhost');
      const html = await site.company('valuation-chart', `company_slug=acme&origins=${origin}`);
      const shows = (from: string, asked: 'crossorigin' | '') =>
        site.visit(`${from}/`, { origins: [origin, other] }, ({ page }) =>
          page.evaluate(
            (markup) =>
              new Promise<boolean>((resolve) => {
                document.body.innerHTML = markup;
                const picture = document.querySelector('img')!;
                picture.onload = () => resolve(picture.naturalWidth > 0);
                picture.onerror = () => resolve(false);
              }),
            `<img ${asked} src="${srcOf(html)}.svg" alt="">`,
          ),
        );
      expect(await shows(origin, 'crossorigin')).toBe(true);
      expect([await shows(other, 'crossorigin'), await shows(other, '')]).toEqual([false, false]);
      // Browsers send no Origin header for a plain <img>.
      expect(await shows(origin, '')).toBe(false);
    }));
});
