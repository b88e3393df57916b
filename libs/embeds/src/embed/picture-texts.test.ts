import { expect, it } from '@jest/globals';
import { locales, type Locale } from '../inputs/choices.ts';
import { states } from '../gallery/states.ts';
import { hasPicture, renderPicture } from './picture.ts';
import { sharedBrowser } from '../testing/browser.ts';
import { longName, withNames } from '../testing/names.ts';
import {
  barCharts,
  comparisons,
  datasetCharts,
  scatterCharts,
  summary,
  valuations,
} from '../testing/samples.ts';
import type { Widget } from '../widgets/index.ts';

const widgets: Widget[] = [
  { kind: 'valuation-chart', data: valuations.usual },
  { kind: 'valuation-table', data: valuations.usual },
  { kind: 'company-card', data: valuations.usual },
  { kind: 'company-summary', data: summary },
  { kind: 'dataset-chart', data: datasetCharts.companies },
  { kind: 'dataset-chart', data: datasetCharts.stacked },
  { kind: 'small-multiples', data: comparisons.usual },
  { kind: 'ranking-table', data: comparisons.usual },
  { kind: 'bar-chart', data: barCharts.rounds },
  { kind: 'scatter-chart', data: scatterCharts.usual },
];

/** Names as no one should have: of many words, of one word, and of letters that programs measure and break in other ways. */
const hostileNames = [
  longName,
  'Donaudampfschiffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2),
  'الشركة العربية المتحدة للاستثمار والتنمية الصناعية والتجارية الدولية (شركة مساهمة عامة محدودة)',
  '三菱重工業株式会社・日本電気硝子ホールディングスグループ（旧：東京電力ホールディングス）'.repeat(2),
  '👩‍👩‍👧‍👦🇨🇭🚀'.repeat(12),
  'Ｗｉｄｅ　Ｌｅｔｔｅｒｓ　Ｌｉｍｉｔｅｄ　＆　Ｓｏｎｓ'.repeat(2),
];

/** Every name and source is a hostile one, each time the next. */
const withHostileNames = <Data>(data: Data) =>
  withNames(data, hostileNames, {
    fields: ['name', 'domain', 'title', 'label'],
    lists: ['founders', 'ceo', 'categories', 'columns'],
  });

const hostile = widgets.map((widget) => ({ ...widget, data: withHostileNames(widget.data) }) as Widget);

it.each([280, 320, 640, 1200])(
  'no picture cuts a name, a date, a kind or a source, in any language, at %i pixels',
  (width) => {
    for (const locale of locales)
      for (const widget of hostile) {
        const named = { ...widget, data: { ...widget.data, description: null } } as Widget;
        for (const size of [{ width }, { width, height: width * 0.525 }])
          expect(renderPicture(named, size, { look: { locale }, brand: hostileNames[0]! })).not.toContain(
            '…',
          );
      }
  },
);

/** Returns which texts of pictures, all of one width, overlap another or leave their picture. */
async function faultsOf(pictures: readonly string[], width: number): Promise<string[]> {
  // In one document, style sheets of several drawings would apply to all of them.
  const html = pictures.map((svg) => `<div><template shadowrootmode="open">${svg}</template></div>`).join('');
  const page = await (await sharedBrowser()).newPage({ viewport: { width: width + 40, height: 800 } });
  try {
    await page.setContent(`<!doctype html>${html}`);
    return await page.evaluate(() =>
      [...document.querySelectorAll('div')].flatMap(({ shadowRoot }, which) => {
        const drawing = shadowRoot!.querySelector('svg')!.getBoundingClientRect();
        const texts = [...shadowRoot!.querySelectorAll('text:not(.halo)')].map((element) => ({
          text: element.textContent,
          box: element.getBoundingClientRect(),
        }));
        return texts.flatMap(({ text, box: a }, i) => [
          ...(a.left < drawing.left ||
          a.right > drawing.right ||
          a.top < drawing.top - 3 ||
          a.bottom > drawing.bottom + 3
            ? [`${which}: ${text} leaves the picture`]
            : []),
          ...texts.slice(i + 1).flatMap(({ text: other, box: b }) => {
            const [across, down] = [
              Math.min(a.right, b.right) - Math.max(a.left, b.left),
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
            ];
            return across > 1 && down > 3 ? [`${which}: ${text} on ${other}`] : [];
          }),
        ]);
      }),
    );
  } finally {
    await page.close();
  }
}

it.each([280, 320, 480, 700, 1200])(
  'the texts of a picture overlap no other and stay inside, in any language, at %i pixels',
  async (width) => {
    const draw = (brand: string, locale: Locale) => (widget: Widget) =>
      renderPicture(widget, { width }, { look: { locale }, brand })!;
    const pictures = locales.flatMap((locale) => [
      ...widgets.map(draw('Dossier', locale)),
      ...hostile.map(draw(hostileNames[0]!, locale)),
    ]);
    expect(await faultsOf(pictures, width)).toEqual([]);
  },
);

it('the texts of a preview of a link overlap no other and stay inside, in any language', async () => {
  const size = { width: 1200, height: 630 };
  const pictures = locales.flatMap((locale) =>
    widgets.map((widget) => renderPicture(widget, size, { look: { locale }, brand: 'Dossier' })!),
  );
  expect(await faultsOf(pictures, size.width)).toEqual([]);
});

it.each([280, 480, 1200])(
  'the texts of the picture of each sample overlap no other and stay inside, at %i pixels',
  async (width) => {
    const drawn = states.filter(({ widget }) => hasPicture(widget.kind));
    const pictures = (['de', 'ar'] as const).flatMap((locale) =>
      drawn.map(({ widget }) => renderPicture(widget, { width }, { look: { locale } })!),
    );
    expect(await faultsOf(pictures, width)).toEqual([]);
  },
);
