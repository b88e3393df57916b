import { expect, it } from '@jest/globals';
import { locales } from './choices.ts';
import { renderPicture } from './picture.ts';
import { sharedBrowser } from './testing/browser.ts';
import {
  barCharts,
  comparisons,
  datasetCharts,
  scatterCharts,
  summary,
  valuations,
} from './testing/samples.ts';
import type { Widget } from './widgets/index.ts';

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

it.each([320, 480, 700, 1200])(
  'the texts of a picture overlap no other and stay inside, in any language, at %i pixels',
  async (width) => {
    const pictures = locales.flatMap((locale) =>
      widgets.map((widget) => renderPicture(widget, { width }, { look: { locale }, brand: 'Dossier' })!),
    );
    // In one document, style sheets of several drawings would apply to all of them.
    const html = pictures
      .map((svg) => `<div><template shadowrootmode="open">${svg}</template></div>`)
      .join('');
    const page = await (await sharedBrowser()).newPage({ viewport: { width: width + 40, height: 800 } });
    try {
      await page.setContent(`<!doctype html>${html}`);
      const faults = await page.evaluate(() =>
        [...document.querySelectorAll('div')].flatMap(({ shadowRoot }, which) => {
          const drawing = shadowRoot!.querySelector('svg')!.getBoundingClientRect();
          const texts = [...shadowRoot!.querySelectorAll('text:not(.halo)')].map((element) => ({
            text: element.textContent,
            box: element.getBoundingClientRect(),
          }));
          return texts.flatMap(({ text, box: a }, i) => [
            ...(a.left < drawing.left || a.right > drawing.right
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
      expect(faults).toEqual([]);
    } finally {
      await page.close();
    }
  },
);
