import { DAY_MS, toTimestamp } from '@dossier/shared';
import { addToWindows, addUsage, readUsage, type DayUsage, type Db } from '@dossier/store';
import type { Windows } from '../windows.ts';

/** Counts what each organization uses, by day and endpoint family. */
export interface UsageMeter {
  /** Counts a request that costs tasks. */
  count(organization: string, family: string, requests: number, tasks: number, now: Date): void;
  /** Returns the usage of an organization in the last days, with what this process has not stored yet. */
  read(organization: string, days: number, now: Date): Promise<DayUsage[]>;
  /** Stores the counts, and adds the counts of other processes to those of the limits. */
  share(now: Date): Promise<void>;
}

type Counted = DayUsage & { organization: string };

/** Returns a meter that keeps counts in memory until they are shared: no request waits for a count to be written. */
export function usageMeter(db: Db, windows: Windows): UsageMeter {
  let unsent = new Map<string, Counted>();
  const add = ({ organization, day, family, requests, tasks }: Counted) => {
    const key = `${organization}\0${day}\0${family}`;
    const known = unsent.get(key) ?? { organization, day, family, requests: 0, tasks: 0 };
    known.requests += requests;
    known.tasks += tasks;
    unsent.set(key, known);
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
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.catch(() => {}).then(work);
    last = turn;
    return turn;
  };
  return {
    count: (organization, family, requests, tasks, now) =>
      add({ organization, day: dayOf(now), family, requests, tasks }),
    read: (organization, days, now) =>
      inTurn(async () => {
        const since = dayOf(new Date(now.getTime() - (days - 1) * DAY_MS));
        const own = [...unsent.values()]
          .filter((one) => one.organization === organization && one.day >= since)
          .map(({ day, family, requests, tasks }) => ({ day, family, requests, tasks }));
        return joined(await readUsage(db, organization, since), own);
      }),
    share: async (now) => {
      await windows.share((sent) => addToWindows(db, sent, now.getTime()), now);
      await inTurn(send);
    },
  };
}

/** Returns the sums of two usages by day and family, newest day first. */
function joined(stored: DayUsage[], more: DayUsage[]): DayUsage[] {
  if (more.length === 0) return stored;
  const all = new Map<string, DayUsage>();
  for (const one of [...stored, ...more]) {
    const { requests = 0, tasks = 0 } = all.get(`${one.day} ${one.family}`) ?? {};
    all.set(`${one.day} ${one.family}`, {
      ...one,
      requests: one.requests + requests,
      tasks: one.tasks + tasks,
    });
  }
  return [...all.values()].sort((a, b) => b.day.localeCompare(a.day) || (a.family < b.family ? -1 : 1));
}

let [knownDay, knownText] = [-1, ''];

/** Returns the day of a time. It is mostly the same for each request, and formatting takes longer than counting. */
function dayOf(time: Date): string {
  const day = Math.floor(time.getTime() / DAY_MS);
  if (day !== knownDay) [knownDay, knownText] = [day, toTimestamp(time).slice(0, 10)];
  return knownText;
}
