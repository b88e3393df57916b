import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { makeLink } from '../../testing/console.ts';
import { startEmbedSite, type EmbedSite } from '../../testing/embed-site.ts';
import { attach, choose, enter, loadUntil, open, tabTo, type, unfold } from '../../testing/keyboard.ts';
import { loadSample } from '../../testing/sample.ts';

const MAPPING = join(import.meta.dirname, '../../../../../tools/mappings/crunchbase-2013-companies.yaml');
const HEAD =
  'permalink,name,category_code,funding_total_usd,status,country_code,state_code,region,city,funding_rounds,founded_at,founded_month,founded_quarter,founded_year,first_funding_at,last_funding_at,last_milestone_at';
/** Two rows have no domain. */
const FIRMS = `Firm,Website,Country
Kelp,kelp.example,UK
Quill,quill,UK
Borage,,UK
Fern,fern.example,UK
Moss,moss.example,UK
`;

describe('people who work in the console of the sample, by keyboard alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-tasks-'));
  let site: EmbedSite;
  beforeAll(async () => {
    site = await startEmbedSite('sqlite');
    await loadSample(site.programs, ['companies']);
  });
  afterAll(async () => {
    await site.close();
    rmSync(folder, { recursive: true });
  });

  const cells = (page: Page, table: string) =>
    page.getByRole('table', { name: table, exact: true }).locator('tbody tr').allInnerTexts();
  const domains = () => site.db('companies').orderBy('domain').pluck<string[]>('domain');

  /** Loads a page of the console until its status contains words. */
  const loadUntilStatus = (page: Page, path: string, words: string) =>
    loadUntil(page, `${site.url}/console${path}`, async () =>
      (await page.getByRole('status').allInnerTexts()).some((text) => text.includes(words)),
    );

  /**
   * Opens a page, and uses it. The policy of each page of the console allows no script, so that its tasks are the same
   * in a browser with script and in one without.
   */
  async function visit(
    path: string,
    use: (page: Page) => Promise<void>,
    javaScriptEnabled = true,
  ): Promise<void> {
    const context = await site.browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const policies: string[] = [];
    const scripts: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      const type = response.request().resourceType();
      if (type === 'script') scripts.push(pathname);
      const { location, 'content-security-policy': policy = 'none' } = response.headers();
      if (type === 'document' && pathname.startsWith('/console') && location === undefined)
        policies.push(`${pathname}: ${policy}`);
    });
    try {
      await page.goto(site.url + path);
      await use(page);
      expect(await page.locator('script').count()).toBe(0);
      expect(policies.length).toBeGreaterThan(1);
      for (const policy of policies) expect(policy).toMatch(/^\S+: default-src 'none'; (?!.*script)/);
      if (path.startsWith('/console')) expect(scripts).toEqual([]);
    } finally {
      await context.close();
    }
  }
  const asPartner = (use: (page: Page) => Promise<void>) =>
    visit('/console', async (page) => {
      await type(page, 'API key', site.key);
      await enter(page);
      await use(page);
    });
  const asEditor = async (use: (page: Page) => Promise<void>) =>
    visit(`/console?link=${await makeLink(site.db, 'Ann', 'editor')}`, async (page) => {
      await open(page, 'Sign in');
      await use(page);
    });

  // The first of the tasks, because the page lists only the ten slowest operations, and most tasks start programs.
  it('find a slow operation', async () => {
    await asEditor(async (page) => {
      // The page starts two programs, and the next visit lists how long that took.
      const timesOfPage = async () => {
        await open(page, 'Health');
        const rows = (await cells(page, 'Slowest operations')).map((row) => row.split('\t'));
        const means = rows.map(([, , mean]) => parseInt(mean!.replaceAll(',', '')));
        expect(means).toEqual(means.toSorted((a, b) => b - a));
        return rows.find(([operation]) => operation === 'getHealthPage');
      };
      expect(await timesOfPage()).toBeUndefined();
      const [, requests, mean, slowest] = (await timesOfPage())!;
      expect(requests).toBe('1');
      expect(mean).toMatch(/^[1-9][\d,]* ms$/);
      expect(slowest).toBe(mean);
    });
  });

  // It begins at a page of the site, which has a script.
  it.each([
    ['with script', true, 'Neobanks', '2014'],
    ['without script', false, 'Challengers', '2015'],
  ])(
    'follow the fintechs of the United Kingdom as a list, and read its changes, %s',
    async (_, javaScriptEnabled, name, year) => {
      await visit(
        '/companies?category=fintech&country=United+Kingdom',
        async (page) => {
          await open(page, 'Follow as a list');
          await type(page, 'API key', site.key);
          await enter(page);
          await type(page, 'Name', name);
          await enter(page);
          const changes = await cells(page, 'Changes');
          expect(changes).toHaveLength(2);
          for (const change of changes) expect(change).toMatch(/^Company.*\s+(Revolut|Monzo)/);
          const change = ['set', 'companies', 'monzo.com', 'founding_year', year, '--because', 'a test'];
          await site.programs.run('ingest', [...change, '--json']);
          await open(page, 'Lists');
          await open(page, name);
          expect((await cells(page, 'Changes'))[0]).toMatch(/^Company: Founding year\s+Monzo/);
          await tabTo(page, 'the feed of this list');
          const feed = new URL((await page.locator(':focus').getAttribute('href'))!).pathname;
          expect(await (await fetch(site.url + feed)).text()).toMatch(/<entry>[^]*Monzo/);
        },
        javaScriptEnabled,
      );
    },
  );

  it('load a table with wrong cells, from the file to the corrected rows', async () => {
    await asEditor(async (page) => {
      const before = await domains();
      await open(page, 'Loads');
      await open(page, 'Load a file');
      const file = { name: 'firms.csv', mimeType: 'text/csv', buffer: Buffer.from(FIRMS) };
      await attach(page, 'File', file);
      await choose(page, 'Kind', 'companies');
      await open(page, 'Continue');
      expect(await page.getByRole('heading', { level: 2 }).first().innerText()).toBe(
        'Questions about the file',
      );
      await open(page, 'Show what the load would change');
      expect(await page.getByRole('status').innerText()).toBe('3 records would change.');
      expect(await cells(page, 'Rejected rows')).toHaveLength(2);
      expect(await domains()).toEqual(before);
      await open(page, 'Store 3 changes');
      // The page of a load that takes long shows its progress, until its run follows.
      await page.getByRole('button', { name: 'Load the corrected rows' }).waitFor();
      expect(await domains()).toHaveLength(before.length + 3);
      await page.emulateMedia({ media: 'print' });
      expect(await page.getByLabel('Website').first().isVisible()).toBe(true);
      await page.emulateMedia({ media: 'screen' });
      await type(page, 'Website', 'quill.example');
      await type(page, 'Website', 'borage.example');
      await open(page, 'Load the corrected rows');
      expect(page.url()).toMatch(/\/console\/loads\/\d+$/);
      await loadUntil(page, page.url(), async () =>
        /retry\s+company[^]*done/.test(await page.locator('dl.facts').innerText()),
      );
      const added = (await domains()).filter((domain) => !before.includes(domain));
      const all = ['borage', 'fern', 'kelp', 'moss', 'quill'];
      expect(added).toEqual(all.map((name) => `${name}.example`));
    });
  });

  it('decide a held match', async () => {
    const rows = [HEAD, '/company/airbnb,Airbnb,web,,operating,,,unknown,,,,,,,,,', ''].join('\n');
    writeFileSync(join(folder, 'names.csv'), rows);
    const load = ['load', 'companies', join(folder, 'names.csv'), `--mapping=${MAPPING}`, '--json'];
    await site.programs.run('ingest', load);
    await asEditor(async (page) => {
      await open(page, 'Review');
      expect(await page.getByRole('status').innerText()).toBe('1 match.');
      await type(page, 'Reason', 'another company');
      await open(page, 'Different: Airbnb');
      await loadUntilStatus(page, '/review', '0 matches.');
      const match = await site.db('company_matches').first<object>('status', 'name');
      expect(match).toEqual({ status: 'rejected', name: 'Airbnb' });
    });
  });

  it('judge two companies of one name, and reopen the judgement', async () => {
    const twin = { domain: 'stripe.example', name: 'Stripe', type: 'private' };
    writeFileSync(join(folder, 'twin.ndjson'), JSON.stringify(twin));
    await site.programs.run('ingest', ['load', 'companies', join(folder, 'twin.ndjson'), '--json']);
    await asEditor(async (page) => {
      await open(page, 'Review');
      await open(page, 'Probable duplicates');
      await type(page, 'Reason', '<b>two</b> founders');
      await open(page, 'Different: stripe.com and stripe.example');
      await loadUntilStatus(page, '/review/duplicates', '0 pairs.');
      await unfold(page, 'Filter');
      await choose(page, 'Different ones', 'Show');
      await open(page, 'Show pairs');
      const judged = page.getByText('Judged different by operator Ann on');
      expect(await judged.innerText()).toContain('because <b>two</b> founders');
      const reopen = page.getByRole('button', { name: /^Reopen judgement \d+$/ });
      await open(page, (await reopen.getAttribute('aria-label'))!);
      const merge = 'Same: merge into stripe.example…';
      await loadUntil(
        page,
        `${site.url}/console/review/duplicates?all=true`,
        async () => (await judged.count()) === 0 && (await page.getByText(merge).count()) === 1,
      );
      await open(page, merge);
      expect(await page.getByRole('heading', { name: 'What would change' }).count()).toBe(1);
    });
  });

  it('undo a run, after its numbers', async () => {
    const founded = () => site.db('companies').where({ domain: 'stripe.com' }).pluck('founding_year');
    const wrong = ['set', 'companies', 'stripe.com', 'founding_year', '1910', '--because', 'a mistake'];
    await site.programs.run('ingest', [...wrong, '--json']);
    expect(await founded()).toEqual([1910]);
    await asEditor(async (page) => {
      await open(page, 'Loads');
      const [run] = await site.db('ingest_runs').orderBy('id', 'desc').pluck<number[]>('id');
      await open(page, String(run));
      await open(page, 'What an undo would change');
      expect(await cells(page, 'Records')).toEqual([expect.stringMatching(/^companies\s+0\s+1\s+0$/)]);
      await open(page, `Undo run ${run}`);
      await loadUntilStatus(page, `/loads/${run}/undo`, 'has undone it already');
      expect(await founded()).toEqual([2010]);
    });
  });

  it('make a key, and rotate it', async () => {
    await asPartner(async (page) => {
      const shown = () => page.getByLabel('The new key').innerText();
      const works = async (key: string) =>
        (
          await fetch(`${site.url}/api/v1/companies/?company_domain=stripe.com`, {
            headers: { authorization: `Token ${key}` },
          })
        ).status;
      await open(page, 'Organization');
      await unfold(page, 'Make a key');
      await type(page, 'Name', 'Newsroom');
      await enter(page);
      const first = await shown();
      await open(page, 'Back to the keys');
      await open(page, 'Rotate Newsroom');
      const second = await shown();
      expect(second).not.toBe(first);
      expect(await works(second)).toBe(200);
    });
  });
});
