import type { Db } from '@dossier/store';
import fc from 'fast-check';
import type { Clients } from './client.ts';
import { contentOf, copiedTimes, storedTimes } from './compare.ts';
import { steps, take, type Step } from './writes.ts';

/** Steps, between which a client is killed at one of its requests. */
interface Round {
  steps: Step[];
  killAfter: number;
}

const rounds = (stepsEach: number): fc.Arbitrary<Round> =>
  fc.record({
    steps: fc.array(steps, { minLength: stepsEach, maxLength: stepsEach }),
    killAfter: fc.nat(12),
  });

/** What differs between the source and a copy: nothing if both sides are equal. */
export interface Compared {
  times: [source: object, copy: object];
  content: [source: object, copy: object];
}

/**
 * Writes random histories and lets a client follow them, killed at a random request while each is written. Then it
 * compares the copy with the tables, and with a copy that is read from the lists.
 * @param options.check receives both sides; it throws if they differ
 */
export async function runMirror(
  db: Db,
  clients: Clients,
  options: {
    rounds: number;
    stepsEach: number;
    seed: number;
    check: (compared: Compared) => void;
    onRound?: (round: number) => void;
  },
): Promise<void> {
  const { rounds: count, stepsEach, seed, check, onRound } = options;
  const histories = fc.sample(rounds(stepsEach), { numRuns: count, seed });
  for (const [round, { steps: history, killAfter }] of histories.entries()) {
    const half = Math.ceil(history.length / 2);
    for (const step of history.slice(0, half)) await take(db, step);
    // The other half is written while the client runs.
    const writing = async () => {
      for (const step of history.slice(half)) await take(db, step);
    };
    await Promise.all([clients.run('mirror', killAfter), writing()]);
    await clients.run('mirror');
    await clients.run(`fresh-${round}`);
    const [mirror, fresh] = [clients.read('mirror'), clients.read(`fresh-${round}`)];
    check({
      times: [await storedTimes(db), copiedTimes(mirror)],
      content: [contentOf(fresh), contentOf(mirror)],
    });
    onRound?.(round + 1);
  }
}
