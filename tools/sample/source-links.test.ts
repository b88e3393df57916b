import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLogger, readConfig, startServer, type RunningServer } from '@dossier/api';
import { ensureOrganization, generateApiKey, registerApiKey } from '@dossier/store';
import { createTestDatabase, type TestDatabase } from '@dossier/store/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fillIfEmpty } from './fill.ts';
import { readSample } from './read.ts';

const sample = readSample();

/** A value of an embed with its source, in `.json`. */
interface Value {
  value: number;
  date: string | null;
  source: { url: string } | null;
}
interface Detail {
  slug: string;
  financials: { name: string; value: number; date: string; source_url: string | null }[];
  company_datasets: { dataset_id: number; name: string; source_url: string | null }[];
}

const decoded = (page: string) => page.replaceAll(/&#38;|&amp;/g, '&').replaceAll('<wbr>', '');
/** Returns the parts of a page that match a pattern. */
const partsOf = (page: string, pattern: RegExp): string[] => page.match(pattern) ?? [];

/** The whole sample is loaded, and each of its embeds is read. */

describe('each number of the sample is shown with its source link', () => {
  let database: TestDatabase;
  let folder: string;
  let server: RunningServer;
  let key: string;
  const details = new Map<string, Detail>();
  const pages = new Map<string, string>();
  beforeAll(async () => {
    database = await createTestDatabase('sqlite');
    folder = mkdtempSync(join(tmpdir(), 'dossier-links-'));
    const searchUrl = `sqlite:${join(folder, 'search.db')}`;
    await fillIfEmpty({ databaseUrl: database.url, searchUrl, searchKey: undefined }, () => {});
    key = generateApiKey();
    await registerApiKey(database.db, key, await ensureOrganization(database.db, 'Test partner', 'Platforms'));
    const settings = { PORT: '0', ADMIN_PORT: 'off', DATABASE_URL: database.url, SEARCH_URL: searchUrl };
    const limits = { RATE_LIMITS: 'off', REQUEST_LIMITS: 'off' };
    server = await startServer(readConfig({ ...settings, ...limits }), openLogger('silent'));
    for (const { domain } of sample.companies) {
      const { company } = (await api(`companies/?company_domain=${domain}&include=sources`)) as { company: Detail };
      details.set(domain, company);
      const page = await fetch(`${server.url}/companies/${encodeURIComponent(company.slug)}`);
      expect(page.status).toBe(200);
      pages.set(domain, decoded(await page.text()));
    }
  });
  afterAll(async () => {
    await server.stop();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function api(path: string, init: RequestInit = {}): Promise<unknown> {
    const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' };
    const response = await fetch(`${server.url}/api/v1/${path}`, { ...init, headers });
    expect(response.ok).toBe(true);
    return response.json();
  }

  /** Returns the page of an embed and its data. */
  async function embed<Data>(path: string, init?: RequestInit): Promise<{ page: string; data: Data }> {
    const { data } = (await api(`embed/${path}`, init)) as { data: { embed_html: string } };
    const src = /src="([^"]+)"/.exec(data.embed_html)![1]!.replaceAll('&#38;', '&');
    const address = server.url + new URL(src).pathname;
    const [page, json] = await Promise.all([fetch(address), fetch(`${address}.json`)]);
    return { page: decoded(await page.text()), ...((await json.json()) as { data: Data }) };
  }

  it('as a figure of a company: in its detail, on its page and in its summary', async () => {
    let figures = 0;
    const labels: Record<string, [label: string, field: 'valuation' | 'revenue' | 'funding']> = {
      latest_estimated_valuation: ['Valuation', 'valuation'],
      latest_estimated_revenue: ['Revenue', 'revenue'],
      total_estimated_funding: ['Total funding', 'funding'],
    };
    for (const { domain, financials = [] } of sample.companies) {
      const stored = [...financials].sort((a, b) => (a.name < b.name ? -1 : 1));
      expect([domain, details.get(domain)!.financials]).toEqual([domain, stored]);
      const [list = ''] = partsOf(pages.get(domain)!, /<dl class="figures">.*?<\/dl>/gs);
      const blocks = list.split('<dt>').slice(1);
      expect([domain, blocks.length]).toEqual([domain, financials.length]);
      const summary = await embed<Record<'valuation' | 'revenue' | 'funding', Value | null>>(
        `company-data-summary/?company_domain=${domain}`,
      );
      for (const { name, value, date, source_url } of financials) {
        const [label, field] = labels[name]!;
        const block = blocks.find((each) => each.startsWith(`${label}<`));
        expect([domain, name, /href="([^"]+)"/.exec(block!)?.[1]]).toEqual([domain, name, source_url]);
        const shown = summary.data[field]!;
        // A later value of the series takes the place of the figure.
        if (shown.value !== value || shown.date !== date) continue;
        expect([domain, name, shown.source?.url]).toEqual([domain, name, source_url]);
        expect(summary.page).toContain(`href="${source_url}"`);
        figures++;
      }
    }
    expect(figures).toBeGreaterThan(50);
  });

  it('as a value of a dataset: on the page of its company and in its embed', async () => {
    let values = 0;
    for (const { company, name, data, data_type, metric, source_url } of sample.datasets) {
      const stored = details.get(company)!.company_datasets.find((each) => each.name === name)!;
      expect([name, stored.source_url]).toEqual([name, source_url]);
      const chart = await embed<{ series: { points: Value[]; source: { url: string } | null }[] }>('charts/', {
        method: 'PUT',
        body: JSON.stringify({ data: [{ dataset_id: stored.dataset_id }] }),
      });
      const [series] = chart.data.series;
      expect([name, series!.points.map(({ source }) => source?.url ?? series!.source?.url)]).toEqual([
        name,
        data.map((point) => point.source_url ?? source_url),
      ]);
      const isMixed = data.some((point) => point.source_url !== undefined && point.source_url !== source_url);
      for (const [i, { y, source_url: own }] of data.entries()) {
        const link = own ?? source_url;
        if (!isMixed) {
          // The chart states a single link once, below.
          for (const page of [chart.page, pages.get(company)!])
            expect([name, page.includes(`href="${link}"`)]).toEqual([name, true]);
          continue;
        }
        values++;
        const { date } = series!.points[i]!;
        const origin = `data-origin="0 ${date}"`;
        const items = partsOf(chart.page, /<li>.*?<\/li>/gs).filter((item) => item.includes(origin));
        // A value without a headline is a link itself, in the row of its day.
        const rowsOf = (page: string) =>
          partsOf(page, /<tr>.*?(?=<tr|<\/tbody>)/gs).filter((row) => row.includes(`datetime="${date}"`));
        const rows = rowsOf(chart.page);
        const links = [...items, ...rows].filter((part) => part.includes('href=')).map(hrefOf);
        expect([name, date, links]).toEqual([name, date, [link]]);
        // The page draws valuations as the embed of valuations does, with a row for each.
        const isRow = data_type === 'Valuation' && metric === 'USD';
        const inPage = isRow
          ? partsOf(pages.get(company)!, /<tr>.*?(?=<tr|<\/tbody>)/gs).filter((row) => row.includes(`data-v="${y}"`))
          : [
              ...partsOf(pages.get(company)!, /<li>.*?<\/li>/gs).filter((item) => item.includes(origin)),
              ...rowsOf(pages.get(company)!),
            ];
        expect([name, date, inPage.map(hrefOf)]).toEqual([name, date, expect.arrayContaining([link])]);
      }
    }
    expect(values).toBeGreaterThan(100);
  });

  const hrefOf = (part: string) => /href="([^"]+)"/.exec(part)?.[1];

  it('as an observation or an event: in its list and on the page of its company', async () => {
    const listed = async (path: string) => JSON.stringify(await api(path));
    for (const { domain } of sample.companies) {
      const cited = [...sample.metrics, ...sample.events]
        .filter(({ company }) => company === domain)
        .flatMap(({ citations }) => citations);
      const [metrics, events] = await Promise.all([
        listed(`metrics/?company_domain=${domain}&page_size=100&include_all_signal_evidence=true`),
        listed(`events/?company_domain=${domain}&page_size=100&include_citations=true`),
      ]);
      for (const { link } of cited) {
        expect([domain, link, metrics.includes(link) || events.includes(link)]).toEqual([domain, link, true]);
        expect([domain, link, pages.get(domain)!.includes(`href="${link}"`)]).toEqual([domain, link, true]);
      }
    }
  });
});
