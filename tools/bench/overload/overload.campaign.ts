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
      worst: 60,
      atLeast: 2_000,
      onPhase: (phase) => phases.push(phase),
    });
    expect(phases.slice(1)).toEqual([
      'capacity',
      '16 and 32 callers',
      'half the capacity',
      '10 times the capacity, then half',
      'the worst questions alone',
      'a quarter of the capacity',
      'during the worst questions',
    ]);
    const { callers, overload, live, beside } = result;
    const unknown = (statuses: Record<number, number>, ...allowed: string[]) =>
      Object.keys(statuses).filter((status) => !allowed.includes(status));
    // The service keeps up with those who wait for it, so it rejects none of them.
    for (const { statuses } of callers) expect(Object.keys(statuses)).toEqual(['200']);
    expect(unknown(overload.statuses, '200', '429', '503')).toEqual([]);
    // After five seconds in the line of its organization, on a machine with much other work.
    const late = overload.statuses[429] ?? 0;
    expect(overload.accepted.count + overload.rejected.count + late).toBe(overload.sending.sent);
    expect(overload.sending.early).toBe(0);
    expect(overload.accepted.count).toBeGreaterThan(0);
    expect(overload.rejected.count).toBeGreaterThan(overload.accepted.count / 10);
    expect(Object.keys(live.statuses)).toEqual(['200']);
    expect(Object.keys(beside.othersStatuses)).toEqual(['200']);
    expect(unknown(beside.caller, '200', '429', '503')).toEqual([]);
  });
});
