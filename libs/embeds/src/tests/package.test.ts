import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { palette } from '../chart/palette.ts';
import { serve, sharedBrowser, troubleOf } from '../testing/browser.ts';
import { barCharts, comparisons, datasetCharts, summary, valuations } from '../testing/samples.ts';
import { kinds, tagOf } from '../widgets/index.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const folder = resolve(root, 'dist/test-package');
const installed = resolve(folder, 'site/node_modules/@dossier/embeds');
// Nx, which runs this test, asks its children for colours.
const env = { ...process.env, NODE_OPTIONS: '', FORCE_COLOR: '0' };
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

const tarball = resolve(root, 'dist/package.tgz');
let browser: Browser;
let site: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  [, browser] = await Promise.all([
    run(process.execPath, ['src/testing/pack.mjs'], { cwd: root, env }),
    sharedBrowser(),
  ]);
  const built = await readdir(resolve(folder, 'built'), { recursive: true, withFileTypes: true });
  const files = built
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => {
      const path = resolve(parentPath, name);
      const answer = { type: TYPES[extname(name)]!, body: readFileSync(path, 'utf8') };
      return [path.slice(resolve(folder, 'built').length), answer] as const;
    });
  const embed = { kind: 'valuation-chart', data: valuations.usual, look: { locale: 'de' } };
  site = await serve({
    ...Object.fromEntries(files),
    '/embeds/chart.json': { type: 'application/json', body: JSON.stringify(embed) },
  });
});
afterAll(async () => {
  await site?.close();
});

/** Opens a built page, and fails if it reports anything. */
async function open<T>(path: string, use: (page: Page) => Promise<T>): Promise<T> {
  const page = await browser.newPage();
  const trouble = troubleOf(page);
  try {
    await page.goto(site.url + path);
    const result = await use(page);
    expect(trouble).toEqual([]);
    return result;
  } finally {
    await page.close();
  }
}

describe('the package of the elements', () => {
  it('has no problem that publint or arethetypeswrong finds', async () => {
    const check = (name: string, ...args: string[]) =>
      run(resolve(root, '../../node_modules/.bin', name), args, { env }).catch(
        ({ stdout, stderr }: { stdout: string; stderr: string }) => ({
          stdout: `failed: ${stdout}${stderr}`,
        }),
      );
    const [lint, types] = await Promise.all([
      check('publint', 'run', tarball, '--strict'),
      // It has no CommonJS, and programs that know no `exports` find the main module only.
      check('attw', tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-emoji'),
    ]);
    expect(lint.stdout).toContain('All good!');
    expect(types.stdout).toMatch(/^(?!failed)[^]*bundler: OK/);
  });

  it('contains the built modules with their types, and no sources', async () => {
    const files = (await readdir(installed, { recursive: true })).filter((name) => extname(name) !== '');
    expect(files.filter((name) => !name.startsWith('dist/types/')).sort()).toEqual([
      'README.md',
      'custom-elements.json',
      'dist/define.js',
      'dist/elements.js',
      'dist/index.js',
      'package.json',
    ]);
    expect(files.filter((name) => /(?<!\.d)\.ts$/.test(name))).toEqual([]);
    for (const name of ['index', 'define', 'elements']) {
      const text = await readFile(resolve(installed, `dist/${name}.js`), 'utf8');
      expect([name, text.match(/["'](node:[^"']*|@dossier\/[^"']*)["']/g)]).toEqual([name, null]);
    }
  });

  it('is imported without a DOM, as servers of pages do, and defines nothing by that', async () => {
    const script = `const { defineElements } = await import('@dossier/embeds');
      console.log(typeof defineElements, globalThis.customElements?.get('dossier-chart'));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
      cwd: resolve(folder, 'site'),
      env,
    });
    expect(stdout.trim()).toBe('function undefined');
  });

  it('describes every element, its attributes, events, parts and custom properties', async () => {
    const manifest = JSON.parse(await readFile(resolve(installed, 'custom-elements.json'), 'utf8'));
    const { declarations } = manifest.modules[0];
    const namesOf = (list: { name: string }[]) => list.map(({ name }) => name).sort();
    expect(declarations.map((one: { tagName: string }) => one.tagName).sort()).toEqual(
      ['dossier-chart', ...kinds.map(tagOf)].sort(),
    );
    for (const element of declarations) {
      expect(element.description).toMatch(/\.$/);
      expect(namesOf(element.attributes)).toEqual(
        expect.arrayContaining(['data', 'heading-level', 'locale']),
      );
      expect(namesOf(element.events)).toContain('dossier-error');
      expect(namesOf(element.cssParts)).toEqual(expect.arrayContaining(['chart', 'error', 'table', 'title']));
      expect(namesOf(element.cssProperties)).toEqual(
        [...Object.keys(palette), 'font'].map((name) => `--${name}`).sort(),
      );
    }
    const readme = await readFile(resolve(installed, 'README.md'), 'utf8');
    for (const { tagName, cssProperties } of declarations)
      for (const name of [tagName, ...namesOf(cssProperties)]) expect(readme).toContain(`\`${name}\``);
  });
});

describe('a page built with Vite', () => {
  it.each(['plain', 'react', 'vue', 'svelte'])('draws an embed and data of its own: %s', async (name) => {
    await open(`/${name}.html`, async (page) => {
      const chart = page.locator('dossier-chart').first();
      const heading = chart.getByRole('heading', { name: 'Bewertung von Acme Robotics' });
      await heading.waitFor();
      expect(await heading.getAttribute('aria-level')).toBe('2');
      expect(await chart.getByRole('slider').count()).toBe(1);
      expect(await chart.locator('article').getAttribute('lang')).toBe('de');
      expect((await chart.locator('figure').boundingBox())!.height).toBeGreaterThan(200);
      const table = page.locator('dossier-valuation-table');
      await table.getByRole('row').nth(8).waitFor();
      expect(await table.getByRole('heading').innerText()).toBe('Acme Robotics valuation');
      if (name === 'plain') return;
      const problem = 'data.kind must be one of "bar-chart", ';
      expect(await page.locator('dossier-chart').nth(1).getByRole('alert').innerText()).toContain(problem);
      await page.locator('output').getByText(problem).waitFor();
    });
  });

  it('styles an element by custom properties and parts', async () => {
    await open('/plain.html', async (page) => {
      await page.getByRole('slider').waitFor();
      await page.addStyleTag({
        content: `dossier-chart { --line: rgb(1, 2, 3); --paper: rgb(250, 240, 230) }
          dossier-chart::part(title) { color: rgb(4, 5, 6) }`,
      });
      const chart = page.locator('dossier-chart');
      const styleOf = (selector: string, name: string) =>
        chart
          .locator(selector)
          .first()
          .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
      expect(await styleOf('path.line', 'stroke')).toBe('rgb(1, 2, 3)');
      expect(await styleOf('dossier-valuation-chart', 'background-color')).toBe('rgb(250, 240, 230)');
      expect(await styleOf('h1', 'color')).toBe('rgb(4, 5, 6)');
    });
  });
});

describe('an element', () => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.newPage();
    await page.goto(`${site.url}/plain.html`);
  });
  afterAll(() => page.close());

  const usual = valuations.usual;
  const [first, ...rest] = usual.points;
  const { points: _, ...pointless } = usual;
  it.each<[tag: string, properties: object, words: string]>([
    ['valuation-chart', { data: {} }, 'data.asOf is missing.'],
    ['valuation-chart', { data: pointless }, 'data.points is missing.'],
    [
      'valuation-table',
      { data: { ...usual, points: [{ ...first, date: '27.2.2025' }, ...rest] } },
      'data.points[0].date must be a day such as "2025-02-27" (received "27.2.2025").',
    ],
    [
      'valuation-sparkline',
      { data: { ...usual, points: [...rest, { ...first, value: '5' }] } },
      'data.points[7].value must be a number (received "5").',
    ],
    [
      'company-card',
      { data: { ...usual, company: null } },
      'data.company must be an object (received null).',
    ],
    [
      'company-summary',
      { data: { ...summary, type: 'listed' } },
      'data.type must be one of "private", "public" (received "listed").',
    ],
    [
      'dataset-chart',
      { data: { ...datasetCharts.line, series: {} } },
      'data.series must be a list (received an object).',
    ],
    [
      'small-multiples',
      { data: { ...comparisons.usual, companies: [[]] } },
      'data.companies[0] must be an object (received a list).',
    ],
    ['ranking-table', { data: [] }, 'data must be an object (received a list).'],
    [
      'bar-chart',
      { data: { ...barCharts.estimates, bars: [{ ...barCharts.estimates.bars[0], estimates: [] }] } },
      'data.bars[0].estimates must have as many entries as values.',
    ],
    [
      'ranking-table',
      { data: '{"companies":' },
      'data must be an object, or valid JSON in the attribute (received "{\\"companies\\":").',
    ],
    [
      'valuation-chart',
      { data: usual, locale: 'it' },
      'locale must be one of en, de, fr, es, ja, ar (received "it").',
    ],
    ['chart', { data: { kind: 'valuation-chart', data: {} } }, 'data.asOf is missing.'],
    ['chart', { data: { kind: 'valuation-chart' } }, 'data.data is missing.'],
    [
      'chart',
      { data: { kind: 'valuation-chart', data: usual, look: { accent: 'red' } } },
      'data.look.accent must be six hex digits such as 1b5e9e (received "red").',
    ],
  ])(
    'shows what is wrong with the data of a %s (%#), and draws once it is right',
    async (name, properties, words) => {
      const right: Record<string, unknown> = {
        'company-summary': summary,
        'dataset-chart': datasetCharts.line,
        'bar-chart': barCharts.estimates,
        'small-multiples': comparisons.usual,
        'ranking-table': comparisons.usual,
        chart: { kind: 'valuation-chart', data: usual },
      };
      const problem = await page.evaluate(
        ([tag, given]) =>
          new Promise((done) => {
            document.querySelector('#made')?.remove();
            const element = Object.assign(document.createElement(tag), given, { id: 'made' });
            element.addEventListener('dossier-error', ({ detail }: CustomEventInit) => done(detail.message));
            document.body.append(element);
          }),
        [`dossier-${name}`, properties] as const,
      );
      expect(problem).toBe(words);
      const made = page.locator('#made');
      expect(await made.getByRole('alert').innerText()).toBe(words);
      await made.evaluate(
        (element, data) => Object.assign(element, { data, locale: null }),
        right[name] ?? usual,
      );
      await made.locator('article, .in-line').first().waitFor();
      expect(await made.getByRole('alert').count()).toBe(0);
    },
  );
});
