import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { LOWEST } from './chart/labels.ts';
import { states, type State } from './gallery/states.ts';
import { usualSize } from './iframe.ts';
import { launch } from './testing/browser.ts';
import { openPage, resize } from './testing/page.ts';

const ADDRESS = 'https://dossier.example/embeds/x';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Pixels of the content that the frame hides, down and across, and the height of the chart. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
    const figure = document.querySelector('main > *')!.shadowRoot!.querySelector('figure');
    return {
      hidden: [scrollHeight - clientHeight, scrollWidth - clientWidth],
      chart: figure?.getBoundingClientRect().height,
    };
  });

const COLUMNS = [600, 560, 320];
/** More notes or a longer legend than a narrow frame has room for: there it scrolls, unless a height was asked for. */
const leastColumn: Record<string, number> = {
  'dataset-chart-ten': Infinity,
  'dataset-chart-annotated': 560,
  'dataset-chart-column': 560,
  'dataset-chart-gaps': 560,
  'dataset-chart-night': 560,
};

type Check = (page: Page, size: readonly [width: number, height: number]) => Promise<void>;

/** The page of a state in the size that its iframe has in columns of the widths, when none is asked for. */
const pasted = ({ widget, look }: State, columns: number[], check: Check) =>
  openPage(browser, widget, { options: { look, address: ADDRESS } }, async ({ page }) => {
    const { width, height } = usualSize(widget.kind);
    for (const column of columns) {
      const size = [Math.min(width, column), height] as const;
      await resize(page, ...size);
      await check(page, size);
    }
  });

describe('an embed that is pasted without a size', () => {
  const able = states.filter(({ id }) => leastColumn[id] !== Infinity);
  it.each(able.map((state) => [state.id, state] as const))('is seen whole on a phone too: %s', (id, state) =>
    pasted(
      state,
      COLUMNS.filter((column) => column >= (leastColumn[id] ?? 0)),
      async (page, size) => {
        const { hidden, chart = Infinity } = await measure(page);
        expect([size, hidden]).toEqual([size, [0, 0]]);
        expect(chart).toBeGreaterThanOrEqual(LOWEST);
      },
    ),
  );

  it('the watch works: what does not fit is seen not to', () =>
    pasted(
      states.find(({ id }) => id === 'dataset-chart-ten')!,
      [320],
      async (page) => expect((await measure(page)).hidden[0]).toBeGreaterThan(100),
    ));
});
