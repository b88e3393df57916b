import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { MIN_HEIGHT_LOW_FRAME } from '../chart/labels.ts';
import { states, type State } from '../gallery/states.ts';
import { fittingSize, usualSize } from '../embed/iframe.ts';
import { sharedBrowser } from '../testing/browser.ts';
import { longName, withNames } from '../testing/names.ts';
import { drawPage, resize } from '../testing/page.ts';
import { definitionOf, drawWidget, type Widget } from '../widgets/index.ts';

const ADDRESS = 'https://dossier.example/embeds/x';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Returns the pixels of content that the frame hides, down and across, and the chart's height. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
    const figure = document.querySelector('main > *')!.shadowRoot!.querySelector('figure');
    return {
      hidden: [scrollHeight - clientHeight, scrollWidth - clientWidth],
      chart: figure?.getBoundingClientRect().height,
    };
  });

/** Returns where the content of a widget ends, in pixels. */
const contentBottom = (page: Page) =>
  page.evaluate(() => {
    const article = document.querySelector('main > *')!.shadowRoot!.querySelector('article, .in-line')!;
    return article.lastElementChild!.getBoundingClientRect().bottom;
  });

/** The letters of a reader's machine may be narrower than those that a height is computed for. In pixels. */
const MAX_BLANK = 140;
const COLUMNS = [600, 560, 320];
/** The narrowest column in which each state fits. Long notes or legends scroll in narrower ones. */
const leastColumn: Record<string, number> = {
  'dataset-chart-ten': Infinity,
  'small-multiples-ten': Infinity,
  'ranking-table-ten': Infinity,
  'ranking-table-sparklines': Infinity,
  'dataset-chart-annotated': 560,
  'dataset-chart-column': 560,
  'dataset-chart-gaps': 560,
  'dataset-chart-night': 560,
  'dataset-chart-quiet': 560,
};

type Check = (page: Page, size: readonly [width: number, height: number]) => Promise<void>;

/** Opens a state at the default size of its iframe, in columns of the given widths. */
const pasted = ({ widget, look }: State, columns: number[], check: Check) =>
  drawPage(browser, widget, { look, address: ADDRESS }, async (page) => {
    const { width, height } = usualSize(widget.kind);
    for (const column of columns) {
      const size = [Math.min(width, column), height] as const;
      await resize(page, ...size);
      await check(page, size);
    }
  });

describe('an embed with the default size', () => {
  const able = states.filter(({ id }) => leastColumn[id] !== Infinity);
  it.each(able.map((state) => [state.id, state] as const))(
    'fits its frame in columns of every width: %s',
    (id, state) =>
      pasted(
        state,
        COLUMNS.filter((column) => column >= (leastColumn[id] ?? 0)),
        async (page, size) => {
          const { hidden, chart = Infinity } = await measure(page);
          expect([size, hidden]).toEqual([size, [0, 0]]);
          expect(chart).toBeGreaterThanOrEqual(MIN_HEIGHT_LOW_FRAME);
        },
      ),
  );

  it('reports content that does not fit', () =>
    pasted(
      states.find(({ id }) => id === 'dataset-chart-ten')!,
      [320],
      async (page) => expect((await measure(page)).hidden[0]).toBeGreaterThan(100),
    ));
});

describe('the fitting size of an iframe', () => {
  const plain = states.filter(({ widget: { kind } }) => 'height' in definitionOf(kind));
  it.each(plain.map((state) => [state.id, state] as const))(
    'hides nothing and leaves little blank: %s',
    async (_, { widget, look }) => {
      await drawPage(browser, widget, { look, address: ADDRESS }, async (page) => {
        for (const column of [600, 400, 320]) {
          const { width, height } = fittingSize(widget, column);
          await resize(page, width, height);
          const { hidden } = await measure(page);
          const content = await contentBottom(page);
          expect([width, hidden]).toEqual([Math.min(usualSize(widget.kind).width, column), [0, 0]]);
          expect(height - content).toBeLessThan(MAX_BLANK);
        }
      });
    },
  );

  const texts = {
    title: 'The most valuable software companies are worth more than ever',
    subtitle: 'Most of them have doubled their valuation within two years',
    note: 'Valuations of funding rounds and tender offers. Companies that are listed count at their market value.',
    byline: 'Ana Ruiz',
    source: 'Filings, own calculations',
  };
  const written = plain.filter(({ widget: { kind }, id }) => id === kind);
  it.each(written.map((state) => [state.id, state] as const))(
    'hides nothing below the headline, subtitle and notes of a publisher: %s',
    async (_, { widget }) => {
      for (const own of [{ title: texts.title }, texts]) {
        const drawn = drawWidget(widget, own);
        await drawPage(browser, drawn, { address: ADDRESS }, async (page) => {
          for (const column of [600, 400, 320]) {
            const { width, height } = fittingSize(drawn, column);
            await resize(page, width, height);
            expect([width, (await measure(page)).hidden]).toEqual([width, [0, 0]]);
            expect(height - (await contentBottom(page))).toBeLessThan(MAX_BLANK);
          }
        });
      }
    },
  );

  const usual = states.filter(({ widget: { kind }, id }) => id === kind);
  it.each(usual.map((state) => [state.id, state] as const))(
    'hides nothing of long names: %s',
    async (_, { widget }) => {
      const names = Array.from('ABCDEFGHIJ', (letter) => `${letter}. ${longName}`);
      const data = withNames(widget.data, names, { fields: ['name', 'label'] });
      const named = { ...widget, data } as Widget;
      await drawPage(browser, named, { address: ADDRESS }, async (page) => {
        for (const column of [600, 400, 320]) {
          const { width, height } = fittingSize(named, column);
          await resize(page, width, height);
          expect([width, (await measure(page)).hidden]).toEqual([width, [0, 0]]);
        }
      });
    },
  );
});
