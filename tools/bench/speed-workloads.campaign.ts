import { describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import { measureSearch, searchTable } from './speed-search.ts';
import { measureWorkloads, workloadsTable } from './speed-workloads.ts';

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
