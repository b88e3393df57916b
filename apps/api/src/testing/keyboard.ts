import { readFile } from 'node:fs/promises';
import { WAIT_MS } from '@dossier/embeds/testing';
import type { Page } from 'playwright-core';

/** More than any page has elements to focus. */
const MAX_PRESSES = 250;

/** Returns the id of the element that has the focus, or its words without one. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const { id, ariaLabel, textContent, name } = document.activeElement as HTMLInputElement;
    return id || ariaLabel || name || textContent || '';
  });

const ANY = '*';
const FIELD = 'input, textarea';

/** Returns what the element that has the focus is called, and whether a person sees that it has the focus. */
const readFocus = (page: Page, kind: string) =>
  page.evaluate((kind) => {
    const element = document.activeElement as HTMLInputElement;
    const { id, name, ariaLabel, textContent } = element;
    const labels = Array.from(element.labels ?? [], (label) => label.textContent);
    const names = [id, ariaLabel, name, ...labels, textContent];
    return {
      names: names.map((text) => (text ?? '').replace(/\s+/g, ' ').trim()),
      isOfKind: element.matches(kind),
      isSeen: element.checkVisibility() && getComputedStyle(element).outlineStyle !== 'none',
    };
  }, kind);

/**
 * Presses Tab until the element with this id, label or these words has the focus.
 * @param kind a selector of its kind: a link and a field may have one name
 * @throws if no Tab leads there, or if the element does not show that it has the focus
 */
export async function tabTo(page: Page, wanted: string, kind = ANY): Promise<void> {
  const seen = new Set<string>();
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    await page.keyboard.press('Tab');
    const { names, isOfKind, isSeen } = await readFocus(page, kind);
    if (isOfKind && names.includes(wanted)) {
      if (!isSeen) throw new Error(`${wanted} does not show its focus at ${page.url()}`);
      return;
    }
    seen.add(names.find((name) => name !== '')?.slice(0, 60) ?? '');
  }
  throw new Error(`No Tab leads to ${wanted} at ${page.url()}: ${[...seen].join(', ')}`);
}

/** Presses Enter on a link, a button or a field of a form, which the caller has focused, and waits for the next page. */
export async function enter(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.keyboard.press('Enter');
  await loaded;
}

/** What Playwright reports when a page that shows progress loads itself again meanwhile. */
const INTERRUPTED = /ERR_ABORTED|interrupted by another navigation|Execution context was destroyed/;

/** Loads a page again until a condition holds: the console redirects before an action that takes long has ended. */
export async function loadUntil(page: Page, url: string, holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + WAIT_MS; ;) {
    try {
      if (await holds()) return;
      await page.goto(url);
    } catch (error) {
      if (!INTERRUPTED.test((error as Error).message)) throw error;
    }
    if (Date.now() > end) throw new Error(`${url} does not show what was done.`);
  }
}

/** Opens the page of a link, or the one that a button leads to. */
export async function open(page: Page, wanted: string): Promise<void> {
  await tabTo(page, wanted);
  await enter(page);
}

/** Shows what a summary hides. */
export async function unfold(page: Page, wanted: string): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
}

/** Types into a field, in place of its value. */
export async function type(page: Page, field: string, text: string): Promise<void> {
  await tabTo(page, field, FIELD);
  await page.keyboard.type(text);
}

/**
 * Chooses an entry of a list by its text, or by how that begins. Letters would choose it only if they followed each other
 * within a second.
 */
export async function choose(page: Page, field: string, entry: string): Promise<void> {
  await tabTo(page, field, 'select');
  const list = page.locator('select:focus');
  const entries = (await list.locator('option').allInnerTexts()).map((text) => text.trim());
  const wanted = entries.find((text) => text === entry) ?? entries.find((text) => text.startsWith(entry));
  for (const _ of entries) {
    if ((await list.locator('option:checked').innerText()).trim() === wanted) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`${field} has no entry ${entry}: ${entries.join(', ')}`);
}

/** Saves the file of a link, and returns its name and its text. */
export async function save(page: Page, wanted: string): Promise<{ name: string; text: string }> {
  await tabTo(page, wanted);
  const begun = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const file = await begun;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** Names a file in the dialog that a field opens. */
export async function attach(
  page: Page,
  field: string,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await tabTo(page, field, FIELD);
  const dialog = page.waitForEvent('filechooser');
  await page.keyboard.press('Space');
  await (await dialog).setFiles(file);
}

/** Signs in to the builder with an API key, by keyboard. */
export async function signIn(page: Page, { url, key }: { url: string; key: string }): Promise<void> {
  await page.goto(`${url}/embeds/new`);
  await page.waitForFunction(() => document.activeElement?.id === 'key');
  await page.keyboard.type(key);
  await page.keyboard.press('Enter');
  await page.locator('#builder').waitFor();
}
