import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { startEmbedSite, type EmbedSite } from '../../../testing/embed-site.ts';
import { insertCompany, insertDataset, insertEvent } from '../../../testing/fixtures.ts';
import { signIn, tabTo } from '../../../testing/keyboard.ts';
import { DENSITY } from '../frame.ts';

/** A typical graphic of a newsroom: its table or its companies, and what is typed into the fields of the builder. */
type Graphic = {
  form: string;
  table?: string;
  companies?: string;
  fields: [name: string, typed: string][];
};

const YEARS = 'Year,Robots (USD million),Drones (USD million),Software (USD million)';
const graphics: Record<string, Graphic> = {
  'column chart of one series with a headline': {
    form: 'datasets',
    table: 'Year,Revenue (USD million)\n2019,40\n2020,36\n2021,58\n2022,91\n2023,140\n2024,212',
    fields: [
      ['title', 'Revenue has doubled in two years'],
      ['view_type', 'Col'],
    ],
  },
  'columns of two series side by side': {
    form: 'datasets',
    table: 'Year,Hired,Left\n2020,120,40\n2021,310,60\n2022,450,210\n2023,90,380\n2024,200,120',
    fields: [
      ['title', 'More left than came in 2023'],
      ['view_type', 'Col'],
    ],
  },
  'stacked columns with one part in colour': {
    form: 'datasets',
    table: `${YEARS}\n2021,10,4,1\n2022,12,6,4\n2023,14,7,9\n2024,15,9,17`,
    fields: [
      ['title', 'Software drives growth'],
      ['view_type', 'Stac'],
      ['highlight', 'Soft'],
    ],
  },
  'stacked areas of shares': {
    form: 'datasets',
    table:
      'Year,North America (%),Europe (%),Asia (%)\n2018,70,22,8\n2020,61,25,14\n2022,52,27,21\n2024,44,28,28',
    fields: [
      ['title', 'Asia is catching up'],
      ['view_type', 'Are'],
    ],
  },
  'lines with a shaded range and a note': {
    form: 'datasets',
    table:
      'Quarter,Orders\nQ1 2019,80\nQ2 2019,84\nQ3 2019,90\nQ4 2019,97\nQ1 2020,71\nQ2 2020,40\nQ3 2020,55\nQ4 2020,76\nQ1 2021,93\nQ2 2021,108',
    fields: [
      ['title', 'Orders have recovered'],
      ['marks', '2020-03-15 to 2020-09-30 Plants closed; 2021-03-31 New factory'],
    ],
  },
  'lines with one company in colour': {
    form: 'datasets',
    table:
      'Month,Acme,Bolt,Crane,Delta\n2024-01,10,22,31,8\n2024-04,14,23,30,9\n2024-07,19,22,31,8\n2024-10,27,24,29,9\n2025-01,36,23,30,10',
    fields: [
      ['title', 'Acme has overtaken everyone'],
      ['subtitle', 'Robots installed, in thousands'],
      ['highlight', 'Acm'],
    ],
  },
  'steps of prices': {
    form: 'datasets',
    table: 'Day,Price (EUR)\n2022-01-01,49\n2022-09-15,59\n2023-06-01,79\n2024-02-01,69\n2024-11-20,89',
    fields: [
      ['title', 'A licence costs almost twice as much'],
      ['view_type', 'Ste'],
    ],
  },
  'growth as an index': {
    form: 'datasets',
    table:
      'Year,Acme (USD million),Bolt (USD million)\n2020,2,150\n2021,5,160\n2022,11,190\n2023,16,220\n2024,25,260',
    fields: [
      ['title', 'From small to large'],
      ['index', '1'],
    ],
  },
  'bars of names with one in colour': {
    form: 'datasets-bars',
    table: 'Sector,Robots sold\nLogistics,41000\nHospitals and laboratories,18500\nKitchens,3200\nFarms,1100',
    fields: [
      ['title', 'Warehouses buy most robots'],
      ['highlight', 'Log'],
      ['source', 'Own survey'],
    ],
  },
  'bars below zero': {
    form: 'datasets-bars',
    table: 'Company,Margin 2023 (%),Margin 2024 (%)\nAcme,12,15.5\nBolt,-8,3\nCrane,,-2.5',
    fields: [['title', 'Bolt is out of the red']],
  },
  'scatter plot of two measures with one in colour': {
    form: 'datasets-scatter',
    table:
      'Region,Employees,Robots sold\nNorth America,900,41000\nEurope,1250,18500\nAsia,1600,32000\nAfrica,120,1100',
    fields: [
      ['title', 'Asia sells most with most people'],
      ['highlight', 'Asi'],
    ],
  },
  'bars of funding rounds': {
    form: 'company-data-rounds',
    companies: 'acme',
    fields: [
      ['title', 'Every round was larger'],
      ['byline', 'Ana Ruiz'],
    ],
  },
  'valuations compared on a logarithmic scale': {
    form: 'company-data-comparison',
    companies: 'acme,bolt',
    fields: [
      ['title', 'Two ways to ten billion'],
      ['note', 'Valuations of funding rounds'],
      ['scale', 'Log'],
    ],
  },
};

describe('typical graphics of newsrooms, made by keyboard alone', () => {
  let site: EmbedSite;
  let page: Page;
  beforeAll(async () => {
    site = await startEmbedSite('sqlite');
    for (const [i, name] of ['Acme', 'Bolt'].entries()) {
      const company_id = await insertCompany(site.db, {
        domain: `${name.toLowerCase()}.com`,
        slug: name.toLowerCase(),
        name,
      });
      const data = [2015, 2018, 2021, 2024].map((year, n) => ({
        x: `${year + i}-03-14T00:00:00.000Z`,
        y: [2e7, 3e8, 2.4e9, 1.1e10][n]! * (i + 1),
        type: n === 2 ? 'estimate' : 'historical',
      }));
      await insertDataset(site.db, {
        company_id,
        name: `${name}: Valuation`,
        data_type: 'Valuation',
        data_json: JSON.stringify(data),
      });
      for (const [round, day, amount] of [
        ['Seed', '2015-03-14', '2000000'],
        ['Series A', '2018-03-14', '18000000'],
        ['Series B', '2021-03-14', '95000000'],
      ] as const)
        await insertEvent(site.db, {
          company_id,
          type: 'funding_round',
          name: round,
          event_date: day,
          data: { amount_raised: amount, currency: 'USD' },
        });
    }
    page = await site.browser.newPage({ viewport: { width: 1280, height: 900 } });
    await signIn(page, site);
  });
  afterAll(async () => {
    await page.close();
    await site.close();
  });

  /** Pastes a table, looks at how it was read, and uses it. */
  async function paste(table: string): Promise<void> {
    await page.goto(`${site.url}/embeds/new/data`);
    await tabTo(page, 'name');
    await page.keyboard.type('Invented figures');
    await tabTo(page, 'text');
    await page.keyboard.insertText(table);
    await tabTo(page, 'check');
    await page.keyboard.press('Enter');
    await page.getByText('nothing was rejected').waitFor({ timeout: 20_000 });
    await tabTo(page, 'use');
    await page.keyboard.press('Enter');
  }

  /** Reads a file. */
  async function bytesOf(path: string): Promise<Buffer> {
    const answer = await fetch(site.url + path);
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  }

  /** Returns what is wider than the page, or cut, in widths of phones, columns and screens, in both themes and in print. */
  async function troubleAt(path: string): Promise<string[]> {
    const found: string[] = [];
    const tab = await site.browser.newPage();
    for (const [width, colorScheme, media] of [
      [320, 'light', null],
      [600, 'dark', null],
      [600, 'light', 'print'],
      [1200, 'light', null],
    ] as const) {
      await tab.setViewportSize({ width, height: 700 });
      await tab.emulateMedia({ colorScheme, media });
      await tab.goto(site.url + path);
      const wrong = await tab.evaluate(() => {
        const root = document.querySelector('main > *')!.shadowRoot!;
        const wide = document.documentElement.scrollWidth > innerWidth ? ['sideways'] : [];
        const cut = [...root.querySelectorAll<HTMLElement>('h1,p,li,small,strong,td,th')].filter((box) => {
          const { overflowX, clipPath } = getComputedStyle(box);
          return overflowX !== 'visible' && clipPath === 'none' && box.scrollWidth > box.clientWidth;
        });
        return [...wide, ...cut.map(({ textContent }) => textContent.trim())];
      });
      found.push(...wrong.map((what) => `${width} ${colorScheme} ${media}: ${what}`));
    }
    await tab.close();
    return found;
  }

  it.each(Object.entries(graphics))('%s', async (name, { form, table, companies, fields }) => {
    if (table !== undefined) await paste(table);
    else await page.goto(`${site.url}/embeds/new?companies=${companies}`);
    await page.locator(`#form-${form}`).waitFor({ timeout: 20_000 });
    if (!(await page.locator(`#form-${form}`).isChecked())) {
      await tabTo(page, await page.locator('input[name=form]:checked').evaluate(({ id }) => id));
      for (let presses = 0; presses < 9 && !(await page.locator(`#form-${form}`).isChecked()); presses++)
        await page.keyboard.press('ArrowDown');
    }
    for (const [field, typed] of fields) {
      if (!(await page.locator(`#${field}`).isVisible())) {
        await tabTo(page, 'More options');
        await page.keyboard.press('Enter');
      }
      await tabTo(page, field);
      await page.keyboard.type(typed);
    }
    await page.keyboard.press('Tab');
    const title = fields[0]![1];
    await page.getByRole('heading', { name: title }).waitFor({ timeout: 20_000 });
    for (const [field] of fields)
      await page.waitForFunction((one) => new URLSearchParams(location.search).has(one), field, {
        timeout: 20_000,
      });
    await page.waitForFunction(
      (query) => document.querySelector('[data-part=result] iframe')?.getAttribute('src')?.includes(query),
      `title=${Buffer.from(title).toString('base64url')}`,
      { timeout: 20_000 },
    );
    const path = (await page.locator('[data-part=result] iframe').first().getAttribute('src'))!;
    expect(await troubleAt(path)).toEqual([]);
    const svg = await (await fetch(`${site.url}${path}.svg`)).text();
    const file = new URL(`newsroom/${name.replaceAll(' ', '-')}.svg`, import.meta.url);
    if (process.env['UPDATE_PICTURES'] === '1') writeFileSync(file, svg);
    expect(svg).toBe(readFileSync(file, 'utf8'));
    const [, width, height] = /^<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(svg)!.map(Number);
    const png = PNG.sync.read(await bytesOf(`${path}.png`));
    expect([png.width, png.height]).toEqual([width! * DENSITY, height! * DENSITY]);
    const pixels = new Uint32Array(png.data.buffer, png.data.byteOffset, png.data.length / 4);
    // A blank picture has the colour of its paper only.
    expect(new Set(pixels).size).toBeGreaterThan(20);
    const pdf = await bytesOf(`${path}.pdf`);
    expect(pdf.toString('latin1')).toMatch(/^%PDF-/);
    expect(pdf.toString('latin1')).toContain(`/MediaBox [0 0 ${width! * 0.75} ${height! * 0.75}]`);
    expect(pdf.length).toBeGreaterThan(10_000);
  });
});
