import { DAY_MS, limitConcurrency, toTimestamp } from '@dossier/shared';
import {
  addToWindows,
  addUsage,
  firstDay,
  readUsage,
  type DayUsage,
  type Db,
  type OperationUsage,
  type UsageGrain,
} from '@dossier/store';
import type { Endpoint } from '../endpoint.ts';
import type { Windows } from '../windows.ts';

/** An operation, with its family: the section of the API reference. */
export type Operation = Pick<Endpoint, 'operationId' | 'tag'>;

/** Counts what each organization uses, by day and operation. */
export interface UsageMeter {
  /** Counts requests that cost tasks. */
  count(organization: string, operation: Operation, requests: number, tasks: number, now: Date): void;
  /** Returns the usage of an organization in the last days, with what this process has not stored yet. */
  read(organization: string, days: number, now: Date, by: UsageGrain): Promise<DayUsage[]>;
  /** Stores the counts, and adds the counts of other processes to those of the limits. */
  share(now: Date): Promise<void>;
}

/** Returns a meter that keeps counts in memory until they are shared: no request waits for a count to be written. */
export function usageMeter(db: Db, windows: Windows): UsageMeter {
  let unsent = new Map<string, OperationUsage>();
  const add = (one: OperationUsage) => {
    const key = `${one.organization}\0${one.day}\0${one.family}\0${one.operation}`;
    const known = unsent.get(key);
    if (!known) return void unsent.set(key, one);
    known.requests += one.requests;
    known.tasks += one.tasks;
  };
  const send = async () => {
    if (unsent.size === 0) return;
    const sent = unsent;
    unsent = new Map();
    try {
      await addUsage(db, [...sent.values()]);
    } catch (error) {
      for (const one of sent.values()) add(one);
      throw error;
    }
  };
  // One after the other, so that no count is both stored and in memory when usage is read.
  const inTurn = limitConcurrency(1);
  return {
    count: (organization, { tag, operationId }, requests, tasks, now) =>
      add({ organization, day: dayOf(now), family: tag, operation: operationId, requests, tasks }),
    read: (organization, days, now, by) =>
      inTurn(async () => {
        const since = firstDay(days, now);
        const own = [...unsent.values()]
          .filter((one) => one.organization === organization && one.day >= since)
          .map(({ day, family, operation, requests, tasks }) => ({
            ...{ day, family, requests, tasks },
            ...(by === 'operation' && { operation }),
          }));
        return joined(await readUsage(db, organization, since, by), own);
      }),
    share: async (now) => {
      await windows.share((sent) => addToWindows(db, sent, now.getTime()), now);
      await inTurn(send);
    },
  };
}

/** Returns the sums of two usages, newest day first. */
function joined(stored: DayUsage[], more: DayUsage[]): DayUsage[] {
  if (more.length === 0) return stored;
  const all = new Map<string, DayUsage>();
  const nameOf = ({ family, operation = '' }: DayUsage) => `${family}\0${operation}`;
  for (const one of [...stored, ...more]) {
    const key = `${one.day}\0${nameOf(one)}`;
    const { requests = 0, tasks = 0 } = all.get(key) ?? {};
    all.set(key, { ...one, requests: one.requests + requests, tasks: one.tasks + tasks });
  }
  return [...all.values()].sort((a, b) => b.day.localeCompare(a.day) || (nameOf(a) < nameOf(b) ? -1 : 1));
}

let [knownDay, knownText] = [-1, ''];

/** Returns the day of a time. It is mostly the same for each request, and formatting takes longer than counting. */
function dayOf(time: Date): string {
  const day = Math.floor(time.getTime() / DAY_MS);
  if (day !== knownDay) [knownDay, knownText] = [day, toTimestamp(time).slice(0, 10)];
  return knownText;
}
