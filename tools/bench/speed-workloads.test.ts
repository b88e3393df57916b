import { describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import { compare } from './speed-commits.ts';
import { measureSearch, searchTable } from './speed-search.ts';
import { measureWorkloads, workloadsTable } from './speed-workloads.ts';
import { randomFrom, zipfOf } from './speed-zipf.ts';

/** The short form, which shows that the bench works and that no answer is stale. */
const SHORT = { rounds: 1, clients: 1, milliseconds: 0, answers: 1 };

describe.each(engines)('npm run bench -- speed --workloads on %s', (engine) => {
  it('checks each answer while another process commits, and finds none that is stale', async () => {
    const options = { ...SHORT, rows: [400, 400] as [number, number], engine, only: 'keys' };
    const measured = await measureWorkloads(options, 100);
    expect(measured).toHaveLength(1);
    const [{ works, hits, checked, wrong, commits }] = measured as [(typeof measured)[number]];
    for (const { perSecond, p99 } of [...works.express, ...works.ours])
      expect(Math.min(perSecond, p99)).toBeGreaterThan(0);
    expect(hits).toBeGreaterThan(0);
    expect(Math.min(commits, checked)).toBeGreaterThan(0);
    expect(wrong).toBe(0);
    expect(workloadsTable(measured).split('\n')).toHaveLength(4);
  });
});

it('npm run bench -- speed --search compares new and repeated questions with the raw query', async () => {
  const costs = await measureSearch(500, 20, 1);
  expect(costs).toEqual({
    raw: [expect.any(Number)],
    new: [expect.any(Number)],
    repeated: [expect.any(Number)],
  });
  expect(Math.min(...costs.new, ...costs.repeated)).toBeGreaterThan(0);
  expect(searchTable(costs).split('\n')).toHaveLength(5);
});

it('counts answers that are older than a commit that had ended, or newer than all that had begun', () => {
  const commits = [
    { id: 1, number: 1, began: 0, ended: 10 },
    { id: 2, number: 2, began: 20, ended: 30 },
    { id: 1, number: 3, began: 40, ended: 50 },
  ];
  const seen = (id: number, number: number, asked: number, answered: number) => ({
    id,
    number,
    asked,
    answered,
  });
  const right = [
    seen(1, 1, 11, 12),
    seen(1, 1, 45, 60),
    seen(1, 3, 45, 60),
    seen(2, 0, 5, 6),
    seen(3, 0, 60, 61),
  ];
  expect(compare(commits, right)).toEqual({ checked: 3, wrong: 0 });
  expect(compare(commits, [seen(1, 1, 51, 60), seen(2, 0, 31, 32)])).toEqual({ checked: 2, wrong: 2 });
  expect(compare(commits, [seen(1, 3, 11, 12)])).toEqual({ checked: 1, wrong: 1 });
});

it("picks by Zipf's law, the same items for the same seed", () => {
  const picked = () => {
    const counts = [0, 0, 0, 0];
    const pick = zipfOf([0, 1, 2, 3], randomFrom(1));
    for (let i = 0; i < 25_000; i++) counts[pick()]! += 1;
    return counts;
  };
  const [first, second, third, fourth] = picked() as [number, number, number, number];
  expect(picked()).toEqual([first, second, third, fourth]);
  expect([first / second, first / third, first / fourth].map((ratio) => Math.round(ratio))).toEqual([
    2, 3, 4,
  ]);
});
