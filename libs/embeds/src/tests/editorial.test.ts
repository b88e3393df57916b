import { describe, expect, it } from '@jest/globals';
import { signAddress, verifyAddress, type Address } from '../embed/address.ts';
import { readOptions, writeOptions } from '../inputs/options.ts';
import { renderPicture } from '../embed/picture.ts';
import { renderPage } from '../embed/render.ts';
import { comparisons, datasetCharts, hostileText, summary, valuations } from '../testing/samples.ts';
import { plainText } from '../text/text.ts';
import { drawWidget, titleOfWidget, type Widget } from '../widgets/index.ts';

const texts = {
  title: 'Worth more than ever',
  subtitle: 'Doubled in two years',
  note: 'Rounds; and tender offers.',
  byline: 'أنا رويز',
  source: 'Filings; own calculations',
};
const widgets: Widget[] = [
  { kind: 'valuation-chart', data: valuations.usual },
  { kind: 'valuation-table', data: valuations.usual },
  { kind: 'company-summary', data: summary },
  { kind: 'dataset-chart', data: datasetCharts.companies },
  { kind: 'small-multiples', data: comparisons.ten },
  { kind: 'ranking-table', data: comparisons.ten },
];

describe('the texts of a publisher', () => {
  it.each(widgets.map((widget) => [widget.kind, widget] as const))(
    'are in the page and in the picture of a %s, above its own title',
    (_, widget) => {
      const own = titleOfWidget(widget);
      const drawn = drawWidget(widget, texts);
      const page = renderPage(drawn);
      expect(page).toContain(`<title>${texts.title}</title>`);
      expect(page).toContain(`<meta property="og:title" content="${texts.title}">`);
      const words = page
        .slice(page.indexOf('<article'))
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/\s+/g, ' ');
      const places = [
        texts.title,
        texts.subtitle,
        own.replace(/ table$/, ''),
        texts.note,
        `By ${texts.byline}`,
        texts.source,
      ].map((text) => words.indexOf(text));
      expect(places).not.toContain(-1);
      expect(places.toSorted((a, b) => a - b)).toEqual(places);
      const picture = renderPicture(drawn, { width: 800 })!;
      for (const text of Object.values(texts)) expect(picture).toContain(text);
      expect(picture).toContain(`<title>${texts.title}</title>`);
    },
  );

  it('are part of the signed address, whatever they contain', () => {
    const key = { id: 'k1', secret: 'a secret of the tests' };
    const title = plainText(hostileText, 120);
    const address: Address = { kind: 'valuation-chart', subject: 'acme', options: { ...texts, title } };
    const path = signAddress(address, key);
    expect(path).toMatch(/^[\w/=;.-]+$/);
    expect(verifyAddress(path, [key], new Date())).toEqual(address);
  });

  it('and every other option leave the addresses of earlier versions valid', () => {
    const written =
      'theme=dark;accent=9a3412;background=fff7e6;text=33bb22;font=serif;locale=de;expires=2030-01-01T00:00:00.000Z;' +
      'origins=news.example,*.news.example;asOf=2025-06-30;scale=log;index=100;stacked=yes;from=2020-01-01;title=QQ;' +
      'subtitle=Qg;note=Qw;byline=RA';
    const options = readOptions(written)!;
    expect(options).toMatchObject({ title: 'A', byline: 'D', from: '2020-01-01' });
    expect(writeOptions(options)).toBe(written);
  });

  it('have one spelling, and a limit', () => {
    const written = (text: string) => `title=${Buffer.from(text).toString('base64url')}`;
    expect(readOptions(written('A title'))).toEqual({ title: 'A title' });
    for (const text of ['', ' A title', 'A  title', 'A\ntitle', 'x'.repeat(121)])
      expect(readOptions(written(text))).toBeUndefined();
    expect(readOptions(`${written('A title')}=`)).toBeUndefined();
    expect(() => writeOptions({ title: 'x'.repeat(121) })).toThrow(TypeError);
  });
});
