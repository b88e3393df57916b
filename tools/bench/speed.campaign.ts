import { describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import { barsTable, measureBars } from './speed-bars.ts';
import { measureSpeed } from './speed-measure.ts';
import { questionsOf } from './speed-questions.ts';
import { countsOf } from './speed-rows.ts';
import { table } from './speed-table.ts';

/** The short form, which shows that the bench works. */
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

  it('compares each question of the bars with programs that send the same bytes', async () => {
    const rows = await measureBars({ rows: ROWS, engine, rounds: 1, only: 'company, same URL' }, 8);
    for (const { works } of rows)
      for (const { microseconds, perSecond } of Object.values(works).flat())
        expect(Math.min(microseconds, perSecond)).toBeGreaterThan(0);
    expect(barsTable(rows).split('\n')).toHaveLength(rows.length + 3);
  });
});
