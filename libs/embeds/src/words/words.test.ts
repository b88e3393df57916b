import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { dayText, short, unitName } from '../chart/format.ts';
import { locales, type Locale } from '../inputs/choices.ts';
import { renderPicture } from '../embed/picture.ts';
import { renderPage } from '../embed/render.ts';
import { sharedBrowser } from '../testing/browser.ts';
import { readBuilt, type Built } from '../testing/client.ts';
import { openPage, resize, withScript } from '../testing/page.ts';
import { datasetCharts, summary, valuations } from '../testing/samples.ts';
import type { Widget } from '../widgets/index.ts';
import { translated, wordsOf } from './index.ts';

let browser: Browser;
let built: Built;
beforeAll(async () => {
  built = await readBuilt();
  browser = await sharedBrowser();
});

const others = locales.filter((locale) => locale !== 'en');
const valuation: Widget = { kind: 'valuation-chart', data: valuations.usual };
const widgets: Widget[] = [
  valuation,
  { kind: 'company-summary', data: summary },
  { kind: 'dataset-chart', data: datasetCharts.annotated },
];

const placesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
const textsOf = (entry: string | object): string[] =>
  typeof entry === 'string' ? [entry] : Object.values(entry);

describe('the words of', () => {
  it.each(others)('%s have the places of the English ones', (locale) => {
    for (const [word, entry] of Object.entries(wordsOf(locale)!)) {
      for (const text of textsOf(entry)) {
        // A count may be spelled out; every other value is in each text.
        const counted = typeof entry === 'object' ? ['{count}'] : [];
        const allowed = [...placesIn(word), ...counted];
        expect([word, placesIn(text).filter((place) => !allowed.includes(place))]).toEqual([word, []]);
        const needed = placesIn(word).filter((place) => place !== '{count}');
        expect([word, placesIn(text)]).toEqual([word, expect.arrayContaining(needed)]);
      }
    }
  });
});

it.each([
  ['en', ['$1.2B', 'Jun 30, 2024', 'US dollars', '12.3%']],
  ['de', ['1,2 Mrd. $', '30. Juni 2024', 'US-Dollar', '12,3 %']],
  ['ja', ['$12億', '2024年6月30日', '米ドル', '12.3%']],
] as const)('writes numbers and dates in %s', (locale, texts) => {
  const written = translated({ locale }, () => [
    short(1.2e9, 'USD'),
    dayText('2024-06-30'),
    unitName('USD'),
    short(12.34, 'percent'),
  ]);
  expect(written.map((text) => text.replaceAll(/\s/g, ' '))).toEqual(texts);
});

it('is English again after a page in another language', () => {
  renderPage(valuation, { look: { locale: 'de' } });
  expect(short(1.2e9, 'USD')).toBe('$1.2B');
  expect(renderPicture(valuation, { width: 640 })).toContain('Sources: ');
  expect(renderPicture(valuation, { width: 640 }, { look: { locale: 'fr' } })).toContain('Sources : ');
});

describe('the page of an embed', () => {
  it('reads its values in its language', () => {
    const opening = withScript(built);
    const options = { ...opening.options, look: { locale: 'de' } as const };
    return openPage(browser, valuation, { ...opening, options }, async ({ page, requests, trouble }) => {
      expect(await page.locator('html').getAttribute('lang')).toBe('de');
      expect(await page.title()).toBe('Bewertung von Acme Robotics');
      const text = await page.locator('article').innerText();
      for (const part of [
        'Daten bis 27. Feb. 2025.',
        '6,75\u00a0Mrd.\u00a0$',
        'In US-Dollar, Mai 2012 bis Feb. 2025',
      ])
        expect(text).toContain(part);
      const reader = page.getByRole('slider', { name: 'Werte einzeln lesen' });
      await reader.focus();
      await page.keyboard.press('Home');
      expect(await reader.getAttribute('aria-valuetext')).toBe(
        '20. Mai 2012: 40\u00a0Mio.\u00a0$, geschätzt, Quelle: Example News, 2012',
      );
      expect(requests).toEqual(['/page', '/client.js']);
      expect(trouble).toEqual([]);
    });
  });

  it.each(others)('has no word of English in %s', (locale) => {
    const english = /\b(Latest|Estimate|Reported|Source|Sources|Data as of|Get the data|Founded|Show the)\b/;
    const pages = widgets.map((widget) =>
      renderPage(widget, { look: { locale }, address: 'https://d.example/e' }),
    );
    const texts = pages.map((page) =>
      page.replaceAll(/<style>.*?<\/style>|<!--.*?-->|Source(s?)(?= : )/gs, ''),
    );
    for (const text of texts)
      expect(text.match(locale === 'fr' ? /\b(Latest|Estimate|Data as of)\b/ : english)).toBeNull();
  });

  it.each(widgets.map((widget) => [widget.kind, widget] as const))(
    'runs from right to left in Arabic, at every width: %s',
    (_, widget) => {
      const opening = withScript(built);
      const options = { ...opening.options, look: { locale: 'ar' satisfies Locale } as const };
      return openPage(browser, widget, { ...opening, options }, async ({ page, trouble }) => {
        for (const width of [320, 600, 1200]) {
          await resize(page, width);
          const seen = await page.evaluate(() => {
            const article = document.querySelector('main > *')!.shadowRoot!.querySelector('article')!;
            const [all, title] = [article, article.querySelector('h1')!].map((one) =>
              one.getBoundingClientRect(),
            );
            const range = document.createRange();
            range.selectNodeContents(article.querySelector('h1')!);
            return {
              wider: document.documentElement.scrollWidth - innerWidth,
              start: Math.round(all!.right - range.getBoundingClientRect().right),
              inside: title!.left >= all!.left,
            };
          });
          expect([width, seen]).toEqual([width, { wider: 0, start: 0, inside: true }]);
        }
        expect(trouble).toEqual([]);
      });
    },
  );
});
