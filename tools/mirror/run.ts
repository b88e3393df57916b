import type { Db } from '@dossier/store';
import fc from 'fast-check';
import type { Clients } from './client.ts';
import { contentOf, copiedTimes, partialCompanies, storedTimes } from './compare.ts';
import { prunes, steps, takeStep, type Counts, type Step } from './writes.ts';

/** Steps, and the requests at which a client is killed while they are taken. */
interface Round {
  steps: Step[];
  kills: number[];
}

const rounds = (stepsEach: number): fc.Arbitrary<Round> =>
  fc.record({
    steps: fc
      .tuple(
        fc.array(steps, { minLength: stepsEach, maxLength: stepsEach }),
        fc.option(prunes, { freq: 2 }),
        fc.nat(stepsEach),
      )
      .map(([all, prune, at]) => (prune ? all.toSpliced(at, 0, prune) : all)),
    // Early, and anywhere in a run of the client.
    kills: fc.array(fc.oneof(fc.nat(12), fc.nat(80)), { minLength: 1, maxLength: 3 }),
  });

/** What differs between the source and a copy: nothing if both sides are equal. No company of the source is partial. */
export interface Compared {
  times: [source: object, copy: object];
  content: [source: object, copy: object];
  partial: string[];
}

/** What a test did. */
export interface Mirrored extends Counts {
  rounds: number;
  /** How the runs of the client ended while steps were taken, and afterwards. */
  ended: Record<'done' | 'killed' | 'restarted', number>;
  /** Records of all comparisons. */
  compared: number;
}

/**
 * Writes random histories and lets a client follow them, killed at random requests while each is written. Then it compares
 * the copy with the tables, and with a new one.
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
  },
): Promise<Mirrored> {
  const { rounds: count, stepsEach, seed, check } = options;
  const ended = { done: 0, killed: 0, restarted: 0 };
  const mirrored: Mirrored = { rounds: 0, writes: 0, done: {}, rejected: {}, ended, compared: 0 };
  const histories = fc.sample(rounds(stepsEach), { numRuns: count, seed });
  for (const { steps: history, kills } of histories) {
    const half = Math.ceil(history.length / 2);
    const writing = async (some: Step[]) => {
      for (const step of some) await takeStep(db, step, mirrored);
    };
    const following = async () => {
      for (const killAfter of kills) ended[await clients.run('mirror', killAfter)]++;
    };
    await writing(history.slice(0, half));
    // The other half is written while the client runs.
    await Promise.all([following(), writing(history.slice(half))]);
    ended[await clients.run('mirror')]++;
    const fresh = await clients.copyAnew();
    const mirror = clients.read('mirror');
    const times = await storedTimes(db);
    check({
      times: [times, copiedTimes(mirror)],
      content: [contentOf(fresh), contentOf(mirror)],
      partial: await partialCompanies(db),
    });
    mirrored.rounds++;
    mirrored.compared += Object.values(times).flat().length;
  }
  return mirrored;
}
