import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { axeProblems } from '@dossier/embeds/testing';
import { companyNameKey, toTimestamp } from '@dossier/shared';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { makeLink } from '../../testing/console.ts';
import { startEmbedSite, type EmbedSite } from '../../testing/embed-site.ts';
import { insertChanges, insertCompany, insertInto } from '../../testing/fixtures.ts';

const LONG =
  'Donaudampfschifffahrtsgesellschaftskapitän & Partners <b>with</b> a name, مؤسسة قلم للنشر, that does not end soon';
const WIDTHS = [320, 1200];
/** The width of a sheet of A4 without its margins. */
const PAPER = 720;

describe('the console in Chromium', () => {
  let site: EmbedSite;
  beforeAll(async () => {
    site = await startEmbedSite('sqlite');
    const { db } = site;
    const company_id = await insertCompany(db, { domain: 'acme.example', slug: 'acme', name: LONG });
    // Two companies of one name, which nothing contradicts.
    const twin = await insertCompany(db, { domain: 'acme.test', slug: 'acme-2', name: LONG });
    for (const each of [company_id, twin])
      await insertInto(db, 'company_names', { name_key: companyNameKey(LONG), company_id: each });
    const now = toTimestamp(Date.now());
    const run = {
      command: 'load',
      kind: 'event',
      started_at: now,
      ended_at: now,
      seen_at: now,
      host: 'a',
      pid: 1,
    };
    const counts_json = JSON.stringify({ read: 3, new: 1, rejected: 2, rejectedBy: {}, seconds: 1 });
    await db('ingest_runs').insert({
      ...{ ...run, outcome: 'rejects', source: `${LONG.replaceAll(' ', '_')}.csv`, counts_json },
      rejects_file: '/nowhere/rejects.ndjson',
    });
    const [match] = await db('company_matches')
      .insert({
        ...{ source: 'vendor', name_key: 'acme', company_id, way: 'name', name: LONG, status: 'pending' },
        ...{ place: 'rounds.csv row 3', row_json: JSON.stringify({ company_name: LONG }), matched_at: now },
      })
      .returning<{ id: number }[]>('id');
    expect(match!.id).toBeGreaterThan(0);
    await insertChanges(db, [
      { kind: 'company', record: company_id, key: ['acme.example'], companies: [company_id] },
    ]);
  });
  afterAll(() => site.close());

  /** Opens the console as somebody who signed in, uses it, and closes it. */
  async function visit(
    fields: Record<string, string>,
    options: BrowserContextOptions,
    use: (page: Page) => Promise<void>,
  ) {
    const context = await site.browser.newContext(options);
    const page = await context.newPage();
    const trouble: string[] = [];
    page.on('pageerror', (error) => trouble.push(error.message));
    page.on('dialog', (dialog) => trouble.push(dialog.message()));
    try {
      const [name, value] = Object.entries(fields)[0]!;
      await page.goto(`${site.url}/console${name === 'link' ? `?link=${value}` : ''}`);
      if (name === 'key') {
        await page.getByLabel('API key').focus();
        await page.keyboard.type(value);
        await page.keyboard.press('Enter');
      } else {
        await page.getByRole('button', { name: 'Sign in' }).focus();
        await page.keyboard.press('Enter');
      }
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
      await use(page);
      expect(trouble).toEqual([]);
    } finally {
      await context.close();
    }
  }

  async function examine(page: Page, paths: string[]): Promise<void> {
    for (const path of paths) {
      if (path !== page.url()) await page.goto(`${site.url}/console${path}`);
      // Each press changes which summaries match, so they are found once.
      for (const summary of await page.locator('details:not([open]) > summary').elementHandles())
        await summary.press('Enter');
      expect([path, await page.locator('details:not([open])').count()]).toEqual([path, 0]);
      for (const scheme of ['light', 'dark'] as const)
        expect([path, scheme, await axeProblems(page, scheme)]).toEqual([path, scheme, []]);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const widest = await page.evaluate(() => document.documentElement.scrollWidth);
        expect([path, widest]).toEqual([path, width]);
      }
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: PAPER, height: 900 });
      const printed = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([path, 'printed', printed]).toEqual([path, 'printed', PAPER]);
      await page.emulateMedia({ media: null });
    }
  }

  it('passes axe in light and dark and fits 320 pixels and paper, on each page of operators', async () => {
    await visit({ link: await makeLink(site.db, 'Ann', 'admin') }, { bypassCSP: true }, async (page) => {
      const acme = 'kind=companies&key=acme.example';
      await examine(page, [
        ...['', '/audit', '/loads', '/loads/1', '/loads/1/undo', '/review?all=true', '/records', '/health'],
        '/review/duplicates?all=true',
        ...[
          '/records?kind=companies&key=acme.example',
          '/organizations',
          '/organizations/one?name=Test+partner',
        ],
        ...[`/records/versions?${acme}`, `/records/delete?${acme}`, `/records?${acme}&field=name`],
        ...['/records/merge?into=acme.example&from=acme.test', '/lists', '/loads/new'],
      ]);
      const buffer = Buffer.from(`Firm,Website,Country\n"${LONG}",kelp.example,UK\nQuill,quill,UK\n`);
      await page.goto(`${site.url}/console/loads/new`);
      await page.getByLabel('File').setInputFiles({ name: `${LONG}.csv`, mimeType: 'text/csv', buffer });
      for (const button of ['Continue', 'Show what the load would change']) {
        await page.getByRole('button', { name: button }).press('Enter');
        await page.getByRole('button', { name: 'Discard the file' }).waitFor();
        const [, upload] = page.url().split('/console');
        await examine(page, [upload!]);
      }
    });
  });

  it('lists the operations of a section without an indent', async () => {
    const headers = { authorization: `Token ${site.key}` };
    const { status } = await fetch(`${site.url}/api/v1/companies/?company_domain=acme.example`, { headers });
    expect(status).toBe(200);
    await visit({ key: site.key }, {}, async (page) => {
      await page.goto(`${site.url}/console/organization`);
      const list = page.getByRole('table', { name: 'Usage' }).getByRole('list').first();
      const [whole, one] = [await list.boundingBox(), await list.getByRole('listitem').first().boundingBox()];
      expect(one!.x).toBe(whole!.x);
    });
  });

  it('passes axe in light and dark and fits 320 pixels and paper, on the pages of an organization', async () => {
    await visit({ key: site.key }, { bypassCSP: true }, async (page) => {
      await page.goto(`${site.url}/console/lists`);
      await page.getByLabel('Name').fill(LONG);
      await page.getByLabel('Companies').fill('acme');
      await page.getByRole('button', { name: 'Make the list' }).press('Enter');
      await page.getByRole('button', { name: 'Delete the list' }).waitFor();
      const [, list] = page.url().split('/console');
      const made = await fetch(`${site.url}/api/v1/webhooks/`, {
        method: 'POST',
        headers: { authorization: `Token ${site.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: `https://${'long'.repeat(12)}.example/${'path'.repeat(40)}` }),
      });
      const { id } = (await made.json()) as { id: string };
      await examine(page, ['', '/organization', `/organization/webhooks/${id}`, '/loads', '/lists', list!]);
      await page.goto(`${site.url}/console/organization`);
      await page.getByRole('button', { name: /^Rotate/ }).press('Enter');
      await page.getByLabel('The new key').waitFor();
      await examine(page, [page.url()]);
    });
    const context = await site.browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    await examine(page, ['', '?link=x']);
    await context.close();
  });
});
