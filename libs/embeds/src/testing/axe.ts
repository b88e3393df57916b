import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

type Violation = { id: string; nodes: { html: string; failureSummary?: string }[] };
type Axe = { run: (options: object) => Promise<{ violations: Violation[]; passes: unknown[] }> };

/** Pages in dark differ from those in light by their colours alone. */
const COLOURS = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

let source: string | undefined;

/**
 * Returns what axe reports of a page in a colour scheme: by all rules but the experimental ones in light, and by those about
 * colours in dark. The protocol evaluates axe, so the page's policy does not apply.
 * @param options.rules which rules apply instead
 * @param options.least fails unless more rules than this pass
 */
export async function axeProblems(
  page: Page,
  colorScheme: 'light' | 'dark',
  options: { rules?: 'all' | 'colours'; least?: number; iframes?: boolean } = {},
): Promise<string[]> {
  const { rules = colorScheme === 'light' ? 'all' : 'colours', iframes = true } = options;
  const { least = rules === 'all' ? 10 : 0 } = options;
  await page.emulateMedia({ colorScheme });
  // Compiling axe takes as long as running it.
  if (!(await page.evaluate(() => 'axe' in window))) {
    source ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await page.evaluate(source);
  }
  const { violations, passes } = await page.evaluate(
    (given) => (window as unknown as { axe: Axe }).axe.run(given),
    { resultTypes: ['violations'], selectors: false, iframes, ...(rules === 'colours' && COLOURS) },
  );
  if (passes.length <= least) throw new Error(`Only ${passes.length} rules of axe passed.`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}
