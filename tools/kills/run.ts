import { setTimeout as sleep } from 'node:timers/promises';
import { openLedger, type Need, type Tally } from './ledger.ts';
import { startLoads } from './loads.ts';
import { startProgram } from './programs.ts';
import { askingOf, type Stream } from './questions.ts';
import { startProcesses, type How, type Target } from './processes.ts';

/** One kill or stop of a process. */
export interface Blow {
  target: Need;
  how: How;
  /** How long everything was up before, and how long the process is down, at least. In milliseconds. */
  afterMs: number;
  downMs: number;
}

/** A blow, and how long its outage was. */
export interface Survived extends Blow {
  /** From the blow until everything answered as before, in milliseconds. */
  outageMs: number;
  /** From the moment at which the process was back until everything answered as before, in milliseconds. */
  recoveryMs: number;
}

export interface KillResult extends Tally {
  blows: Survived[];
  /** The last version that was loaded. */
  version: number;
  /** What `ingest verify` printed at the end, and its exit code. */
  verified: { code: number | null; stdout: string };
}

/** Correct answers in a row after which a question counts as answered normally. */
const NORMAL = 10;

/**
 * Kills and stops processes in turn, while both replicas receive questions and versions are loaded one after the other.
 * @param onBlow receives each blow when everything answers again
 */
export async function runKills(
  blows: Blow[],
  onBlow: (survived: Survived) => void = () => {},
): Promise<KillResult> {
  const processes = await startProcesses();
  const ledger = openLedger();
  const loads = startLoads(processes.folder, processes.settings, ledger);
  const asking = askingOf(processes.urls, processes.key, loads, ledger);
  const until = async (isTrue: () => boolean) => {
    for (; !isTrue(); loads.check()) await sleep(10);
  };
  const settle = (streams: Stream[]) => until(() => streams.every(({ inARow }) => inARow >= NORMAL));
  const progress = (streams: Stream[]) => {
    const before = streams.map(({ answers }) => answers);
    return until(() => streams.every(({ answers }, i) => answers >= before[i]! + NORMAL));
  };
  const targets: Record<Need, Target> = {
    ...processes.targets,
    ingest: {
      down: (how) => until(() => loads.signal(how === 'kill' ? 'SIGKILL' : 'SIGSTOP')),
      // A load that was killed is repeated.
      up: async (how) => void (how === 'stop' && loads.signal('SIGCONT')),
    },
  };
  const survive = async (blow: Blow): Promise<Survived> => {
    const { target, how, afterMs, downMs } = blow;
    const affected = asking.streams.filter(({ needs }) => needs.includes(target));
    const others = asking.streams.filter(({ needs }) => !needs.includes(target));
    await sleep(afterMs);
    const end = ledger.begin(target);
    await targets[target].down(how);
    // Questions that do not need it continue.
    await Promise.all([progress(others), sleep(downMs)]);
    const back = performance.now();
    await targets[target].up(how);
    for (const stream of affected) stream.inARow = 0;
    await settle(affected);
    return { ...blow, outageMs: end(), recoveryMs: performance.now() - back };
  };

  try {
    await until(() => loads.indexed() > 0);
    asking.start();
    await settle(asking.streams);
    const survived: Survived[] = [];
    for (const blow of blows) {
      survived.push(await survive(blow));
      onBlow(survived.at(-1)!);
      const indexed = loads.indexed();
      await progress(asking.streams);
      await until(() => loads.indexed() > indexed);
    }
    const version = await loads.end();
    await progress(asking.streams);
    await asking.end();
    const verify = startProgram(['ingest', 'verify'], processes.settings);
    const verified = { code: await verify.ended, stdout: verify.stdout() };
    return { ...ledger.tally, blows: survived, version, verified };
  } finally {
    loads.abort();
    const ended = asking.end();
    await processes.close();
    await ended;
  }
}
