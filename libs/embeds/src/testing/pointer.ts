import type { CDPSession, Page } from 'playwright-core';
import type { Widget } from '../widgets/index.ts';
import { launch } from './browser.ts';
import { readBuilt } from './client.ts';
import { openPage, resize, withScript } from './page.ts';
import { datasetCharts, datasets, point, valuations } from './samples.ts';

// Prints the CPU time of the page's main thread for a move of the pointer, in milliseconds: the median of three runs.

const RUNS = 3;
const MOVES = 100;
const WARM = 20;

const many = (count: number, days = 0) =>
  Array.from({ length: count }, (_, i) =>
    point(
      new Date(Date.UTC(2010, 0, 1 + days + i * 9)).toISOString().slice(0, 10),
      1e8 + i * 1e6,
      i % 9 === 0,
    ),
  );
const valued = (count: number): Widget => ({
  kind: 'valuation-chart',
  data: { ...valuations.usual, points: many(count) },
});
const line = datasetCharts.line.series[0]!;
const charts: Record<string, Widget> = {
  'valuations, 15 points': valued(15),
  'valuations, 600 points': valued(600),
  'one dataset, 600 points': {
    kind: 'dataset-chart',
    data: datasets({ series: [{ ...line, points: many(600) }], asOf: null }),
  },
  'three companies': { kind: 'dataset-chart', data: datasetCharts.companies },
  'eight companies, 600 points each': {
    kind: 'dataset-chart',
    data: datasets({
      series: Array.from({ length: 8 }, (_, i) => ({
        ...datasetCharts.companies.series[0]!,
        name: `Company ${i}`,
        points: many(600, i),
      })),
      asOf: null,
    }),
  },
  'ten lines': { kind: 'dataset-chart', data: datasetCharts.ten },
};

/** Returns the seconds that the main thread has worked, whatever else the machine does. */
async function worked(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value;
}

/** Moves the pointer to and fro across the plot, a frame apart. Returns milliseconds for each move. */
async function measured(page: Page): Promise<number> {
  await resize(page, 600, 500);
  await page.waitForTimeout(300);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const box = (await page.locator('.plot').boundingBox())!;
  const move = async (i: number) => {
    await page.mouse.move(box.x + (box.width * ((i * 37) % MOVES)) / MOVES, box.y + box.height * 0.4);
    await page.waitForTimeout(20);
  };
  for (let i = 0; i < WARM; i += 1) await move(i);
  const before = await worked(session);
  for (let i = 0; i < MOVES; i += 1) await move(WARM + i);
  return ((await worked(session)) - before) * (1000 / MOVES);
}

const built = await readBuilt();
const browser = await launch();
try {
  for (const [name, widget] of Object.entries(charts)) {
    for (const [how, opening] of [
      ['', withScript(built)],
      [', without script', {}],
    ] as const) {
      const runs: number[] = [];
      for (let run = 0; run < RUNS; run += 1)
        await openPage(browser, widget, opening, async ({ page }) => void runs.push(await measured(page)));
      process.stdout.write(`${name}${how}: ${runs.sort((a, b) => a - b)[1]!.toFixed(1)} ms\n`);
    }
  }
} finally {
  await browser.close();
}
