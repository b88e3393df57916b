import { describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import { barsTable, measureBars } from './bars.ts';
import { growthTable, measureGrowth } from './growth.ts';
import { questionsOf } from './questions.ts';
import { countsOf } from './rows.ts';

/** The short form, which shows that the bench works. */
const ROWS: [number, number] = [400, 4_000];

describe.each(engines)('npm run bench -- speed on %s', (engine) => {
  it('measures every question with few and with many rows', async () => {
    const rows = await measureGrowth({ rows: ROWS, engine, rounds: 1, requests: 50 });
    const names = questionsOf(countsOf(ROWS[1])).map(({ name }) => name);
    expect(rows.map(({ name }) => name)).toEqual(names);
    for (const { small, large, growth } of rows)
      for (const figure of [small, large, growth]) expect(figure).toBeGreaterThan(0);
    expect(growthTable(rows).split('\n')).toHaveLength(names.length + 3);
  });

  it('compares each question of the bars with a program that sends the same bytes', async () => {
    const options = { rows: ROWS, engine, rounds: 1, requests: 50, only: 'company, same URL' };
    const rows = await measureBars(options);
    for (const { works } of rows)
      for (const { microseconds, perSecond } of works.flat())
        expect(Math.min(microseconds, perSecond)).toBeGreaterThan(0);
    expect(barsTable(rows).split('\n')).toHaveLength(rows.length + 3);
  });
});
