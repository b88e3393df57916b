import { describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import { measureOverload } from './measure.ts';

/** The short form, which measures no time: it shows what is accepted, rejected and answered. */
describe.each(engines)('npm run bench -- overload on %s', (engine) => {
  it('rejects what exceeds the capacity, answers /live, and lets others pass the worst questions', async () => {
    const phases: string[] = [];
    const result = await measureOverload({
      engine,
      rows: 2_000,
      seconds: 1,
      times: 10,
      atLeast: 2_000,
      onPhase: (phase) => phases.push(phase),
    });
    expect([...new Set(phases)]).toEqual([
      'filling the database',
      'capacity',
      '16 callers',
      '32 callers',
      'half',
      'overload, live, after',
      'the worst questions alone',
      'quarter',
      'quarter next to the worst, the worst questions',
    ]);
    const { streams } = result;
    const {
      statuses,
      early,
      late,
      acceptedSinceSent: accepted,
      rejectedSinceSent: rejected,
    } = streams['overload']!;
    const statusesOf = (name: string) => Object.keys(streams[name]!.statuses);
    const unknown = (name: string) =>
      statusesOf(name).filter((status) => !['200', '429', '503'].includes(status));
    // The service keeps up with those who wait for it, so it rejects none of them.
    for (const name of ['16 callers', '32 callers']) expect(statusesOf(name)).toEqual(['200']);
    expect(unknown('overload')).toEqual([]);
    // On a busy machine, a request gets a 429 after five seconds in the queue of its organization.
    expect(accepted.count + rejected.count + (statuses['429'] ?? 0)).toBe(late.count);
    expect(early).toBe(0);
    expect(accepted.count).toBeGreaterThan(0);
    expect(rejected.count).toBeGreaterThan(accepted.count / 10);
    expect(statusesOf('live')).toEqual(['200']);
    expect(statusesOf('quarter next to the worst')).toEqual(['200']);
    expect(unknown('the worst questions')).toEqual([]);
  });
});
