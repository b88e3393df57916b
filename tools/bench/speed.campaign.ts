import { describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import { measureSpeed } from './speed-measure.ts';
import { measureServeMemory, memoryTable } from './speed-memory.ts';
import { questionsOf } from './speed-questions.ts';
import { countsOf } from './speed-rows.ts';
import { table } from './speed-table.ts';

/** The short form, which shows that the bench works; `npm run bench -- speed` is the long one. */
const ROWS: [number, number] = [400, 4_000];

describe.each(engines)('npm run bench -- speed on %s', (engine) => {
  it('measures every question on every page of its list', async () => {
    const rows = await measureSpeed({ rows: ROWS, engine, rounds: 1 }, 5);
    const names = questionsOf(countsOf(ROWS[1])).map(({ name }) => name);
    expect(rows.map(({ name }) => name)).toEqual(names);
    for (const { small, large, ratios } of rows)
      for (const figure of [small, large, ...Object.values(ratios)]) expect(figure ?? 1).toBeGreaterThan(0);
    const placesOf = (name: string) => {
      const { far, last } = rows.find((row) => row.name === name)!.ratios;
      return [far, last].map((ratio) => ratio !== undefined);
    };
    for (const name of ['documents', 'metrics of 200 companies', 'events', 'events by number'])
      expect([name, placesOf(name)]).toEqual([name, [true, true]]);
    for (const name of ['filings of the large company', 'search for a common word'])
      expect([name, placesOf(name)]).toEqual([name, [true, false]]);
    expect(placesOf('items of the large category')).toEqual([true, true]);
    expect(placesOf('company by slug')).toEqual([false, false]);
    expect(table(rows).split('\n')).toHaveLength(names.length + 3);
  });
});

it('npm run bench -- speed --memory samples the memory of the process', async () => {
  const samples = await measureServeMemory({ rows: ROWS, engine: 'sqlite', rounds: 1 }, [20, 40]);
  expect(samples.map(({ requests }) => requests)).toEqual([20, 40]);
  for (const { own, mapped } of samples) expect(Math.min(own, mapped)).toBeGreaterThan(0);
  expect(memoryTable(samples).split('\n')).toHaveLength(5);
});
