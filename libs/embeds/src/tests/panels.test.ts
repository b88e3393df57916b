import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { renderPicture } from '../embed/picture.ts';
import { sharedBrowser } from '../testing/browser.ts';
import { readBuilt, type Built } from '../testing/client.ts';
import { drawPage, moveTo, playPage, resize } from '../testing/page.ts';
import { comparisons } from '../testing/samples.ts';

const widget = { kind: 'small-multiples', data: comparisons.gaps } as const;
const usual = { kind: 'small-multiples', data: comparisons.usual } as const;

describe('a panel of small multiples', () => {
  let browser: Browser;
  let scripts: Built;
  beforeAll(async () => {
    browser = await sharedBrowser();
    scripts = await readBuilt();
  });

  it('is read by keyboard, value by value, each with its day, kind and source', () =>
    playPage(browser, usual, { scripts }, async ({ page, trouble }) => {
      const panel = page.locator('.panels > li').nth(1);
      const slider = panel.locator('input[type=range]');
      expect(await slider.getAttribute('aria-label')).toBe('Bolt Machines: Read the values one by one');
      await slider.focus();
      const shown: string[] = [];
      for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'End']) {
        await page.keyboard.press(key);
        shown.push(
          `${await panel.locator('p').first().innerText()} | ${await slider.getAttribute('aria-valuetext')}`.replaceAll(
            /\s+/g,
            ' ',
          ),
        );
      }
      expect(shown).toEqual([
        '$200M Apr 1, 2016 | Apr 1, 2016: $200M, reported, source: Example News, 2016',
        '$1.9B Oct 15, 2019 | Oct 15, 2019: $1.9B, reported, source: Example News, 2019',
        '$3.1B Jun 30, 2023, estimate | Jun 30, 2023: $3.1B, estimate, source: Example News, 2023',
        '$4.6B since Nov 5, 2024 | Nov 5, 2024: $4.6B, reported, source: Example News, 2024',
      ]);
      expect(trouble).toEqual([]);
    }));

  it('is read by pointer, which moves nothing and changes no other panel', () =>
    playPage(browser, usual, { scripts }, async ({ page }) => {
      await resize(page, 600, 700);
      const texts = () => page.locator('.panels > li p:first-of-type').allInnerTexts();
      const places = () =>
        page.evaluate(() =>
          [...document.querySelector('main > *')!.shadowRoot!.querySelectorAll('.panels li > *')].map(
            (element) => JSON.stringify(element.getBoundingClientRect()),
          ),
        );
      const before = [await texts(), await places()] as const;
      const box = (await page.locator('.plot').first().boundingBox())!;
      await moveTo(page, box.x + 2, box.y + 10);
      const [first, ...others] = await texts();
      expect(first!.replace(/\s+/g, ' ')).toBe('$40M May 20, 2012, estimate');
      expect([others, await places()]).toEqual([before[0].slice(1), before[1]]);
    }));

  it('has an axis with the same values in every panel, in the page and in the picture', () =>
    drawPage(browser, usual, {}, async (page) => {
      const levels = await page
        .locator('.panels .plot')
        .evaluateAll((plots) =>
          plots.map((plot) => [...plot.querySelectorAll('text')].map(({ textContent }) => textContent)),
        );
      expect(levels).toEqual([
        ['$8B', '$4B'],
        ['$8B', '$4B'],
        ['$8B', '$4B'],
      ]);
      const picture = renderPicture(usual, { width: 800 })!;
      expect(picture.match(/>\$4B<\/text>/g)).toHaveLength(6);
    }));

  it('without a value has no axis and no reading', () =>
    playPage(browser, widget, { scripts }, async ({ page, trouble }) => {
      expect(await page.locator('.panels > li').count()).toBe(2);
      expect(await page.locator('.panels .plot input').count()).toBe(1);
      expect(trouble).toEqual([]);
    }));
});
