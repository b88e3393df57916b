import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sharedBrowser } from '@dossier/embeds/testing';
import request from 'supertest';
import { operationsOf, type OpenApiDocument } from '../../openapi/index.ts';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';

/** Options of axe. Without them, it describes each element that passes. */
const violationsOnly = "resultTypes:['violations'],selectors:false";

type Axe = { violations: { id: string; nodes: { html: string }[] }[]; passes: unknown[] };

describe('the API reference', () => {
  let api: TestApi;
  let documented: OpenApiDocument;
  beforeAll(async () => {
    api = await startTestApi('sqlite');
    documented = (await request(api.url).get('/openapi.json')).body;
  });
  afterAll(() => api.close());

  it('is a public OpenAPI 3.1 document with PUBLIC_URL as its server', async () => {
    for (const path of ['/openapi.json', '/openapi.json/']) {
      const { status, type, body } = await request(api.url).get(path);
      expect([status, type]).toEqual([200, 'application/json']);
      expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: PUBLIC_URL }] });
      expect(Object.keys(body.paths)).toContain('/api/v1/companies/rankings/');
    }
  });

  it.each(['/openapi.json', '/docs'])('is cached at %s and returns 304 for its ETag', async (path) => {
    const first = await request(api.url).get(path);
    expect(first.headers['cache-control']).toBe('public, max-age=300');
    const again = await request(api.url).get(path).set('if-none-match', first.headers['etag']!);
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('is the redirect target of /, and is named in the 404 of an unknown API path', async () => {
    const root = await request(api.url).get('/');
    expect([root.status, root.headers['location']]).toEqual([302, `${PUBLIC_URL}/docs`]);
    const { status, body } = await api.get('/api/v1/company/');
    expect([status, body.code, body.error]).toEqual([404, 'not_found', expect.stringContaining('/docs')]);
  });

  it('shows every operation with its path, parameters and a curl example', async () => {
    const { text } = await request(api.url).get('/docs');
    for (const { path, operation } of operationsOf(documented)) {
      expect(text).toContain(`id="${operation.operationId}"`);
      expect(text).toContain(`<code>${path}</code>`);
      const [beginning] = operation.description!.split('`');
      expect(text).toContain(beginning!.replaceAll("'", '&#39;'));
      for (const { name } of operation.parameters ?? []) expect(text).toContain(`<code>${name}</code>`);
    }
    expect(text).toContain(`curl &#39;${PUBLIC_URL}/api/v1/`);
  });

  it('has no script and no form, and its Content-Security-Policy blocks all other resources', async () => {
    const { text, headers } = await request(api.url).get('/docs');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(text).not.toMatch(/<(script|form|input|iframe|img|link|object)\b|\son\w+=|javascript:/i);
  });

  it.each([1280, 390])(
    'fits the page, passes axe in light and in dark and logs nothing in a browser, %i wide',
    async (width) => {
      const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
      const browser = await sharedBrowser();
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: 'light' });
      try {
        const requests: string[] = [];
        const trouble: string[] = [];
        page.on('request', (sent) => requests.push(sent.url()));
        page.on('console', (message) => trouble.push(message.text()));
        await page.goto(`${api.url}/docs`, { waitUntil: 'networkidle' });
        expect([requests, trouble]).toEqual([[`${api.url}/docs`], []]);
        expect(await page.evaluate(() => getComputedStyle(document.querySelector('nav')!).overflowY)).toBe(
          'auto',
        );
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        await page.evaluate(axe);
        // The operations are alike, and axe looks at every element of a page, whatever it is asked about.
        const some = ['queryMetrics', 'schema-Company', 'schema-EventV1'];
        const kept = await page.evaluate((ids) => {
          for (const each of document.querySelectorAll('article')) if (!ids.includes(each.id)) each.remove();
          return document.querySelectorAll('article').length;
        }, some);
        expect(kept).toBe(some.length);
        for (const [colorScheme, rules] of [
          ['light', ''],
          // The page in dark differs by its colours alone.
          ['dark', ",runOnly:{type:'rule',values:['color-contrast','link-in-text-block']}"],
        ] as const) {
          await page.emulateMedia({ colorScheme });
          const { violations, passes } = await page.evaluate<Axe>(`axe.run({${violationsOnly}${rules}})`);
          const found = violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
          expect([colorScheme, found]).toEqual([colorScheme, []]);
          expect(passes.length).toBeGreaterThan(0);
        }
      } finally {
        await page.close();
      }
    },
  );
});
