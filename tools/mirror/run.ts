import type { Db } from '@dossier/store';
import fc from 'fast-check';
import { contentOf, copiedTimes, partialCompanies, storedTimes } from './compare.ts';
import type { Ending } from './client.ts';
import type { Services } from './services.ts';
import { prunes, steps, takeStep, type Counts, type Step } from './writes.ts';

/** Steps, the requests at which a client is killed while they are taken, and the step at which a server is killed. */
interface Round {
  steps: Step[];
  kills: number[];
  serverKill: number;
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
    serverKill: fc.nat(Math.floor(stepsEach / 2) - 1),
  });

/** What differs between the source and a copy: nothing if both sides are equal. No company of the source is partial. */
export interface Compared {
  times: [source: object, copy: object];
  content: [source: object, copy: object];
  partial: string[];
}

/**
 * Writes random histories and lets a client follow them. Kills the client at random requests, and a server at a random step.
 * Then it compares the copy with the tables, and with a new one. In every other round, new copies
 * begin with a snapshot.
 * @param options.check receives both sides; it throws if they differ
 */
export async function runMirror(
  db: Db,
  { clients, killServer, addSnapshot, removeSnapshots }: Services,
  options: {
    rounds: number;
    stepsEach: number;
    seed: number;
    check: (compared: Compared) => void;
  },
) {
  const { rounds: count, stepsEach, seed, check } = options;
  /** How the runs of the client ended while steps were taken, and afterwards. */
  const ended: Record<Ending, number> = { done: 0, killed: 0, restarted: 0 };
  const counts: Counts = { writes: 0, done: {}, rejected: {} };
  /** What the test did, with the records of all comparisons. */
  const mirrored = { ...counts, ended, rounds: 0, serverKills: 0, snapshots: 0, compared: 0 };
  const histories = fc.sample(rounds(stepsEach), { numRuns: count, seed });
  for (const [n, { steps: history, kills, serverKill }] of histories.entries()) {
    const half = Math.ceil(history.length / 2);
    const hasSnapshot = n % 2 === 0;
    // The feed keeps the changes after a snapshot.
    const isEarly = (step: Step, place: number) => place < half || (hasSnapshot && step.op === 'prune');
    const before = history.filter(isEarly);
    const during = history.filter((step, place) => !isEarly(step, place));
    const writing = async (some: Step[]) => {
      for (const step of some) await takeStep(db, step, mirrored);
    };
    const following = async () => {
      for (const killAfter of kills) ended[await clients.run('mirror', killAfter)]++;
    };
    await writing(before);
    removeSnapshots();
    if (hasSnapshot) await addSnapshot();
    mirrored.snapshots += Number(hasSnapshot);
    const writingAndKilling = async () => {
      await writing(during.slice(0, serverKill));
      await Promise.all([killServer(), writing(during.slice(serverKill))]);
      mirrored.serverKills++;
    };
    // The other half is written while the client runs.
    await Promise.all([following(), writingAndKilling()]);
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
