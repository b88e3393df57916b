import { describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import { measureSpeed } from './speed-measure.ts';
import { questionsOf } from './speed-questions.ts';
import { countsOf } from './speed-rows.ts';
import { table } from './speed-table.ts';

/** The short form, which shows that the bench works; `npm run bench -- speed` is the long one. */
const ROWS: [number, number] = [400, 4_000];

describe.each(engines)('npm run bench -- speed on %s', (engine) => {
  it('measures every question on every page of its list', async () => {
    const once = { clients: 1, rounds: 1, milliseconds: 0, answers: 1 };
    const result = await measureSpeed({ rows: ROWS, engine, ...once });
    const names = questionsOf(countsOf(ROWS[1])).map(({ name }) => name);
    expect(result.questions.map(({ name }) => name)).toEqual(names);
    for (const { small, bare, first, ratios } of result.questions) {
      for (const { median } of [small, bare, first]) expect(median).toBeGreaterThan(0);
      for (const ratio of Object.values(ratios)) expect(ratio ?? 1).toBeGreaterThan(0);
    }
    const placesOf = (name: string) => {
      const { middle, back, last } = result.questions.find((row) => row.name === name)!;
      return [middle, back, last].map((figures) => figures !== undefined);
    };
    for (const name of ['documents', 'news of the large company', 'metrics of 200 companies', 'events'])
      expect([name, placesOf(name)]).toEqual([name, [true, true, true]]);
    expect(placesOf('filings of the large company')).toEqual([true, true, false]);
    expect(placesOf('items of the large category')).toEqual([true, false, true]);
    expect(placesOf('company by slug')).toEqual([false, false, false]);
    expect(table(result).split('\n')).toHaveLength(names.length + 5);
  });
});
