import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { outcomeOf, sendingOf, statusesOf, type Outcome, type Sending } from './overload-arrivals.ts';
import { arriving, capacityOf, withService, type OverloadOptions } from './overload-measure.ts';

/** The results of a constant rate of half the capacity. */
export interface SoakResult {
  engine: OverloadOptions['engine'];
  rows: number;
  seconds: number;
  perSecond: number;
  statuses: Record<number, number>;
  outcome: Outcome;
  /** The memory of the API, as the system counts it: the median of each quarter of the time. */
  megabytes: number[];
  sending: Sending;
}

const SAMPLE_MS = 1000;
const CAPACITY_SECONDS = 10;

/** Sends half of the requests that the API can answer, for this number of seconds. Works on Linux. */
export const measureSoak = (options: OverloadOptions): Promise<SoakResult> =>
  withService(options, async (service, client) => {
    const { rows, engine, seconds, onPhase = () => {} } = options;
    onPhase('capacity');
    const perSecond = (await capacityOf(service, client, Math.min(CAPACITY_SECONDS, seconds))) / 2;
    onPhase('half the capacity');
    let isOver = false;
    const memory = watchMemory(service.server.pid, () => isOver);
    const { all } = await client.run({ all: arriving(service.usual, perSecond) }, seconds);
    isOver = true;
    return {
      engine,
      rows,
      seconds,
      perSecond,
      statuses: statusesOf(all),
      outcome: outcomeOf(all, (status) => status === 200),
      megabytes: quarters(await memory),
      sending: sendingOf(all),
    };
  });

/** Reads the memory of a process every second. @returns megabytes */
async function watchMemory(pid: number, isOver: () => boolean): Promise<number[]> {
  const samples: number[] = [];
  while (!isOver()) {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
    samples.push(Number(kilobytes) / 1024);
    await sleep(SAMPLE_MS);
  }
  return samples;
}

function quarters(samples: number[]): number[] {
  const length = Math.ceil(samples.length / 4);
  return [0, 1, 2, 3]
    .map((quarter) => samples.slice(quarter * length, (quarter + 1) * length).sort((a, b) => a - b))
    .filter((quarter) => quarter.length > 0)
    .map((quarter) => quarter[Math.floor(quarter.length / 2)]!);
}
