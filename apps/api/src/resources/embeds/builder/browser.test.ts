import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSearch } from '@dossier/search';
import { databaseId } from '@dossier/store';
import { axeProblems, serve, troubleOf } from '@dossier/embeds/testing';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { startEmbedSite, type EmbedSite } from '../../../testing/embed-site.ts';
import { insertCompany, insertDataset, searchEntry } from '../../../testing/fixtures.ts';
import { choose, focused, signIn, tabTo } from '../../../testing/keyboard.ts';

/** The page of a content system: what is pasted is published without its styles, below a policy that forbids them. */
const CMS = `<!doctype html><html lang="en"><meta charset="utf-8"><title>News</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width"><h1>News</h1>
<label for="html">HTML</label><textarea id="html"></textarea><button>Publish</button><main></main>
<script>
  document.querySelector('button').addEventListener('click', () => {
    const pasted = document.querySelector('textarea').value.replace(/ style="[^"]*"/g, '');
    document.querySelector('main').innerHTML = pasted;
  });
</script></html>`;
const CMS_POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; frame-src *; style-src 'none'; img-src data:";

const VALUATIONS: [name: string, day: string, billions: number, shown: string][] = [
  ['Stripe', '2025-02-27', 91.5, '91,5'],
  ['OpenAI', '2025-10-02', 500, '500'],
  ['SpaceX', '2025-12-12', 800, '800'],
];

describe('the builder in Chromium', () => {
  let site: EmbedSite;
  beforeAll(async () => {
    site = await startEmbedSite('sqlite');
    const search = await openSearch(site.searchUrl, { database: await databaseId(site.db) });
    for (const [name, day, billions] of VALUATIONS) {
      const slug = name.toLowerCase();
      const company_id = await insertCompany(site.db, { domain: `${slug}.com`, slug, name });
      const data_json = JSON.stringify([
        { x: '2021-03-14T00:00:00.000Z', y: 50e9, type: 'historical' },
        { x: `${day}T00:00:00.000Z`, y: billions * 1e9, type: 'historical' },
      ]);
      await insertDataset(site.db, { company_id, data_type: 'Valuation', data_json });
      await search.put([searchEntry(name)]);
    }
    await search.close();
  });
  afterAll(() => site.close());

  /** Opens a browser that may reach the service and the given origin, and records everything that must not occur. */
  async function visit<T>(
    { origin, ...context }: BrowserContextOptions & { origin?: string },
    use: (seen: { page: Page; addresses: string[]; trouble: string[] }) => Promise<T>,
  ): Promise<T> {
    const opened = await site.browser.newContext({
      viewport: { width: 1280, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
      ...context,
    });
    const addresses: string[] = [];
    await opened.route('**', (route) => {
      const url = route.request().url();
      addresses.push(url);
      const known = [site.url, origin].some((one) => one !== undefined && url.startsWith(`${one}/`));
      return known ? route.continue() : route.abort();
    });
    const page = await opened.newPage();
    const trouble = troubleOf(page);
    try {
      return await use({ page, addresses, trouble });
    } finally {
      await opened.close();
    }
  }

  /** Types into the combobox and takes the first company of its list. */
  async function add(page: Page, typed: string): Promise<void> {
    await page.keyboard.type(typed);
    await page.locator('#q-list [role=option]').first().filter({ hasText: typed }).waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('#q').getAttribute('aria-activedescendant')).toBe('q-option-0');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Remove ${typed}` }).waitFor();
    expect(await focused(page)).toBe('q');
  }

  it('does the five tasks of a publisher by keyboard alone', async () => {
    const cms = await serve({
      '/': {
        type: 'text/html; charset=utf-8',
        body: CMS,
        headers: { 'content-security-policy': CMS_POLICY },
      },
    });
    try {
      await visit({ origin: cms.url }, async ({ page, addresses, trouble }) => {
        await signIn(page, site);
        // 1. Find a company.
        await tabTo(page, 'q');
        await add(page, 'Stripe');
        expect(await page.locator('#form-company-data-valuation-chart').isChecked()).toBe(true);
        // 2. Compare three.
        await add(page, 'OpenAI');
        await add(page, 'SpaceX');
        expect(await page.locator('#form-company-data-comparison').isChecked()).toBe(true);
        expect(await page.locator('#status').innerText()).toContain('Chosen: Stripe, OpenAI, SpaceX.');
        // 3. Make it German and dark.
        await choose(page, 'theme', 'Dark');
        await choose(page, 'locale', 'Deutsch');
        await page.locator('iframe[src*="theme=dark;locale=de"]').first().waitFor();
        expect(await focused(page)).toBe('locale');
        expect(page.url()).toBe(
          `${site.url}/embeds/new?companies=stripe%2Copenai%2Cspacex&form=company-data-comparison&theme=dark&locale=de`,
        );
        const widths = await page.locator('iframe').evaluateAll((all) => all.map((one) => one.clientWidth));
        expect(widths).toEqual([320, 600, 900]);
        // 4. Copy.
        await tabTo(page, 'iframe');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await page.getByText('Copied.').waitFor();
        // 5. Paste into a content system that strips styles.
        await page.goto(`${cms.url}/`);
        await tabTo(page, 'html');
        await page.keyboard.press('Control+V');
        await tabTo(page, 'Publish');
        await page.keyboard.press('Enter');
        const iframe = page.locator('iframe');
        await iframe.waitFor();
        expect(await iframe.getAttribute('style')).toBeNull();
        await iframe.evaluate((element) => element.scrollIntoView());
        const frame = page.frameLocator('iframe');
        await frame.locator('h1').waitFor();
        const embed = page.frames()[1]!;
        expect(await embed.evaluate(() => document.documentElement.lang)).toBe('de');
        expect(await embed.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
          'rgb(21, 25, 30)',
        );
        const { data } = (await (await fetch(`${embed.url()}.json`)).json()) as {
          data: { series: { name: string; points: { value: number }[] }[] };
        };
        expect(data.series.map(({ name, points }) => [name, points.at(-1)!.value])).toEqual(
          VALUATIONS.map(([name, , billions]) => [name, billions * 1e9]),
        );
        const words = await frame.locator('article').innerText();
        for (const [name, , , shown] of VALUATIONS) {
          expect(words).toContain(name);
          expect(words).toMatch(new RegExp(`${shown}\\s*Mrd\\.`));
        }
        const box = (await iframe.boundingBox())!;
        const content = await embed.evaluate(() => document.querySelector('main')!.scrollHeight);
        // Neither cut off nor half empty.
        expect(content).toBeLessThanOrEqual(box.height);
        expect(content).toBeGreaterThan(box.height * 0.8);
        expect(addresses.join()).not.toContain(site.key.slice(20));
        expect(trouble).toEqual([]);
      });
    } finally {
      await cms.close();
    }
  });

  it('suggests companies for what was typed before its script arrived', async () => {
    await visit({}, async ({ page, trouble }) => {
      await signIn(page, site);
      let release: () => void;
      const typed = new Promise<void>((done) => (release = done));
      await page.route('**/*.js', async (route) => {
        await typed;
        await route.continue();
      });
      await page.goto(`${site.url}/embeds/new`, { waitUntil: 'commit' });
      await page.locator('#q').focus();
      await page.keyboard.type('Stripe');
      release!();
      await page.locator('#q-list [role=option]').first().filter({ hasText: 'Stripe' }).waitFor();
      expect(trouble).toEqual([]);
    });
  });

  it('keeps a headline that is typed while the page follows the choice before it', async () => {
    await visit({}, async ({ page, trouble }) => {
      await signIn(page, site);
      await page.goto(`${site.url}/embeds/new?companies=stripe,openai`);
      let release: () => void;
      const typed = new Promise<void>((done) => (release = done));
      await page.route(/form=company-data-ranking/, async (route) => {
        await typed;
        await route.continue();
      });
      await page.locator('#form-company-data-ranking').focus();
      await page.keyboard.press('Space');
      await page.locator('#title').focus();
      await page.keyboard.type('Two comp');
      release!();
      await page.locator('#sparklines').waitFor();
      await page.keyboard.type('anies');
      expect(await page.locator('#title').inputValue()).toBe('Two companies');
      await page.keyboard.press('Tab');
      await page.getByRole('heading', { name: 'Two companies' }).waitFor();
      expect(trouble).toEqual([]);
    });
  });

  it('sends a headline once, not again when the form changes', async () => {
    await visit({}, async ({ page, trouble }) => {
      await signIn(page, site);
      await page.goto(`${site.url}/embeds/new?companies=stripe,openai`);
      await page.locator('#title').focus();
      await page.keyboard.type('Two companies');
      await page.keyboard.press('Tab');
      await page.getByRole('heading', { name: 'Two companies' }).waitFor();
      let release: () => void;
      const focused = new Promise<void>((done) => (release = done));
      await page.route(/form=company-data-ranking/, async (route) => {
        await focused;
        await route.continue();
      });
      await page.locator('#form-company-data-ranking').press('Space');
      await page.locator('#title').focus();
      release!();
      await page.locator('#sparklines').waitFor();
      const sent: string[] = [];
      page.on('request', (one) => void sent.push(one.url()));
      await page.keyboard.press('Tab');
      await page.locator('#form-company-data-comparison').press('Space');
      await page.locator('#sparklines').waitFor({ state: 'detached' });
      expect(
        sent.filter((url) => url.includes('/new?') && url.includes('form=company-data-ranking')),
      ).toEqual([]);
      expect(trouble).toEqual([]);
    });
  });

  it('makes columns of datasets with a headline, a source and a highlight by keyboard', async () => {
    await visit({}, async ({ page, trouble }) => {
      await signIn(page, site);
      await page.goto(`${site.url}/embeds/new?companies=stripe,openai&form=company-data-ranking`);
      await tabTo(page, 'form-company-data-ranking');
      await page.keyboard.press('ArrowDown');
      const boxes = page.locator('input[name=datasets]');
      await boxes.first().waitFor();
      const ids = await boxes.evaluateAll((all) => all.map(({ id }) => id));
      for (const id of ids) {
        await tabTo(page, id);
        await page.keyboard.press('Space');
        await page
          .locator(`iframe[src*="${id.slice('dataset-'.length)}"]`)
          .first()
          .waitFor();
        expect(await focused(page)).toBe(id);
      }
      await tabTo(page, 'title');
      await page.keyboard.type('Two companies');
      await tabTo(page, 'source');
      await page.keyboard.type('Own research');
      await choose(page, 'view_type', 'Col');
      await page.locator('iframe[src*="view=column"]').first().waitFor();
      await tabTo(page, 'highlight');
      await page.keyboard.press('ArrowDown');
      await page.locator('iframe[src*="highlight="]').first().waitFor();
      const words = await page.frameLocator('iframe').nth(1).locator('article').innerText();
      for (const text of ['Two companies', 'Own research']) expect(words).toContain(text);
      const links = page.getByRole('list', { name: 'Download' }).getByRole('link');
      expect(await links.allInnerTexts()).toEqual([
        'PNG, 800 pixels wide',
        'PNG, 1600 pixels wide',
        'PNG, 1200 by 630 pixels',
        'SVG',
        'PDF',
        'CSV',
      ]);
      const download = page.waitForEvent('download');
      await links.last().press('Enter');
      expect((await download).suggestedFilename()).toMatch(/\.csv$/);
      expect(trouble).toEqual([]);
    });
  });

  it('removes a company, closes the list with Escape, and follows the list with the arrow keys', async () => {
    await visit({}, async ({ page, trouble }) => {
      await signIn(page, site);
      await page.goto(`${site.url}/embeds/new?companies=stripe,openai`);
      await tabTo(page, 'Remove Stripe');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Remove Stripe' }).waitFor({ state: 'detached' });
      expect(await focused(page)).toBe('q');
      expect(await page.locator('#form-company-data-valuation-chart').count()).toBe(1);
      const input = page.locator('#q');
      await page.keyboard.type('s');
      const options = page.locator('#q-list [role=option]');
      await options.first().waitFor();
      expect(await options.count()).toBe(2);
      expect(await input.getAttribute('aria-expanded')).toBe('true');
      for (const [key, active] of [
        ['ArrowUp', 'q-option-1'],
        ['ArrowDown', 'q-option-0'],
        ['ArrowDown', 'q-option-1'],
        ['ArrowUp', 'q-option-0'],
      ] as const) {
        await page.keyboard.press(key);
        expect([key, await input.getAttribute('aria-activedescendant')]).toEqual([key, active]);
        expect(await page.locator('[aria-selected=true]').getAttribute('id')).toBe(active);
      }
      await page.keyboard.press('Escape');
      expect([await input.getAttribute('aria-expanded'), await input.inputValue()]).toEqual(['false', 's']);
      await page.keyboard.press('Escape');
      expect(await input.inputValue()).toBe('');
      expect(trouble).toEqual([]);
    });
  });

  it('chooses the days of a chart by keyboard, and the preview and the copied address follow', async () => {
    await visit({}, async ({ page, trouble }) => {
      await signIn(page, site);
      await page.goto(`${site.url}/embeds/new?companies=stripe,openai,spacex`);
      await tabTo(page, 'from');
      await page.keyboard.type('01012022');
      // Its own button follows the parts of a day.
      await tabTo(page, 'as_of');
      await page.locator('iframe[src*="from=2022-01-01"]').first().waitFor();
      expect(await focused(page)).toBe('as_of');
      await page.keyboard.type('10312025');
      await tabTo(page, 'More options');
      const chosen = 'asOf=2025-10-31;from=2022-01-01';
      await page.locator(`iframe[src*="${chosen}"]`).first().waitFor();
      expect(new URL(page.url()).searchParams.get('from')).toBe('2022-01-01');
      expect(await page.locator('#iframe').inputValue()).toContain(chosen);
      expect(await page.locator('#link').inputValue()).toContain(chosen);
      await page.frameLocator('iframe').first().getByText('earlier ones are left out').waitFor();
      const frame = page.frameLocator('iframe').nth(2);
      await frame.locator('.ends').getByText('since Mar 14, 2021').first().waitFor();
      expect(await frame.locator('article').innerText()).not.toContain('$800B');
      await page.locator('#from').fill('2025-11-01');
      await page.locator('#from-error').waitFor();
      expect(await page.locator('#from-error').innerText()).toBe(
        'Values from must not be after “Values up to”.',
      );
      expect(trouble.filter((words) => !words.includes('400'))).toEqual([]);
    });
  });

  it('shows a wrong option at its field while the reader goes on', async () => {
    await visit({}, async ({ page }) => {
      await signIn(page, site);
      await page.goto(`${site.url}/embeds/new?companies=stripe`);
      await page.locator('summary').focus();
      await page.keyboard.press('Enter');
      await tabTo(page, 'accent');
      await page.keyboard.type('red');
      await page.keyboard.press('Tab');
      await page.locator('#accent-error').waitFor();
      expect(await page.locator('#accent').getAttribute('aria-invalid')).toBe('true');
      expect(await focused(page)).toBe('background');
      expect(await page.title()).toBe('Error: Make an embed');
    });
  });

  it('works without script', async () => {
    await visit({ javaScriptEnabled: false }, async ({ page }) => {
      await page.goto(`${site.url}/embeds/new`);
      await page.locator('#key').fill(site.key);
      await page.locator('#key').press('Enter');
      await page.locator('#q').fill('Stripe');
      await page.locator('#q').press('Enter');
      await page.getByRole('button', { name: 'Add Stripe, stripe.com' }).press('Enter');
      await page.locator('#q').fill('spacex.com');
      await page.locator('#q').press('Enter');
      await page.getByRole('button', { name: 'Add SpaceX, spacex.com' }).press('Enter');
      await page.locator('#form-company-data-ranking').check();
      await page.locator('#locale').selectOption('de');
      await page.getByRole('button', { name: 'Show the embed' }).press('Enter');
      expect(await page.locator('#iframe').inputValue()).toMatch(
        /^<iframe src="[^"]+\/embeds\/ranking-table\/stripe~spacex\/locale=de\//,
      );
      expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Sign out' }).press('Enter');
      await page.locator('#key').waitFor();
      expect(await page.context().cookies()).toEqual([]);
    });
  });

  it.each([320, 1280])('shows without scrolling that it has saved an embed, at %i pixels', async (width) => {
    await visit({ viewport: { width, height: 800 } }, async ({ page }) => {
      await signIn(page, site);
      await page.goto(`${site.url}/embeds/new?companies=stripe&title=A+headline+of+a+saved+embed`);
      await page.locator('#save').press('Enter');
      await page.waitForURL(/#result$/);
      const saved = (await page.getByText('Saved as version 1').boundingBox())!;
      // The publisher sees that it is saved without scrolling.
      expect(saved.y).toBeGreaterThanOrEqual(0);
      expect(saved.y + saved.height).toBeLessThan(800);
    });
  });

  it('fits 320 and 1280 pixels and passes axe in each of its states, in light and in dark', async () => {
    await visit({ viewport: { width: 320, height: 800 }, bypassCSP: true }, async ({ page }) => {
      /** @param open what stays open at every width */
      const check = async (state: string, open?: string) => {
        for (const width of [1280, 320]) {
          await page.setViewportSize({ width, height: 800 });
          for (const scheme of ['dark', 'light'] as const) {
            const found = await axeProblems(page, scheme, { iframes: false });
            expect([state, width, scheme, found]).toEqual([state, width, scheme, []]);
          }
          const isOpen = open === undefined || (await page.locator(open).isVisible());
          expect([state, width, isOpen]).toEqual([state, width, true]);
          const widest = await page.evaluate(() => document.documentElement.scrollWidth);
          expect([state, widest]).toEqual([state, width]);
        }
      };
      await page.goto(`${site.url}/embeds/new`);
      await check('signed out');
      await page.locator('#key').fill('wrong');
      await page.locator('#key').press('Enter');
      await page.locator('#key-error').waitFor();
      await check('a wrong key');
      await signIn(page, site);
      await check('empty');
      await page.locator('#q').pressSequentially('s');
      await page.locator('#q-list [role=option]').first().waitFor();
      await page.keyboard.press('ArrowDown');
      await check('searching', '#q-list');
      await page.goto(`${site.url}/embeds/new?companies=stripe,openai,spacex&q=zzz&accent=red`);
      await check('with problems');
      await page.goto(`${site.url}/embeds/new?companies=stripe,openai,spacex&accent=9a3412`);
      await check('with an embed');
      const ids = await site.db('datasets').orderBy('dataset_id').pluck('id');
      await page.goto(`${site.url}/embeds/new?companies=stripe,openai&form=datasets&datasets=${ids[0]}`);
      await check('with datasets');
      await page.locator('#save').press('Enter');
      await page.getByText('Saved as version 1').waitFor();
      await page.goto(`${site.url}/embeds/new/saved`);
      await page
        .getByRole('link', { name: /^Edit: / })
        .first()
        .waitFor();
      await check('saved embeds');
      await page
        .getByRole('link', { name: /^Versions: / })
        .first()
        .press('Enter');
      await page.getByRole('heading', { name: 'Versions' }).waitFor();
      await check('versions');
      await page.goto(`${site.url}/embeds/new/data`);
      await page.locator('#name').fill('A table');
      await page
        .locator('#text')
        .fill('Day,A long name of a column (USD million)\n03/04/2024,1\n2024-05-01,2.5\n2024-06-01,x');
      await page.locator('#check').press('Enter');
      await page.locator('#use').waitFor();
      await check('a table as it was read');
      await page.locator('#use').press('Enter');
      await page.locator('#builder').waitFor();
      await page.goto(`${site.url}/embeds/new/data`);
      await check('own tables');
    });
  });
});
