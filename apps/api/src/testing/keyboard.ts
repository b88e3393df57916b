import type { Page } from 'playwright-core';

/** Returns the id of the element that has the focus, or its words without one. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const { id, ariaLabel, textContent, name } = document.activeElement as HTMLInputElement;
    return id || ariaLabel || name || textContent || '';
  });

/** Presses Tab until the element with this id or these words has the focus. */
export async function tabTo(page: Page, wanted: string): Promise<void> {
  const seen: string[] = [];
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (now === wanted) return;
    seen.push(now);
  }
  throw new Error(`Tab never reached ${wanted}: ${seen.join(', ')}`);
}

/** Signs in to the builder with an API key, by keyboard. */
export async function signIn(page: Page, { url, key }: { url: string; key: string }): Promise<void> {
  await page.goto(`${url}/embeds/new`);
  await page.waitForFunction(() => document.activeElement?.id === 'key');
  await page.keyboard.type(key);
  await page.keyboard.press('Enter');
  await page.locator('#builder').waitFor();
}
