import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testMeilisearch } from '@dossier/search/testing';
import { createTestDatabase, type Engine } from '@dossier/store/testing';
import { temporaryFolder } from '../files.ts';
import type { Built } from './build.ts';
import { writeLife } from './life.ts';
import { outcomeOf } from './outcome.ts';
import { points, type Point } from './points.ts';
import { run, type Ended } from './run.ts';
import { takeSteps, type Place, type Step } from './steps.ts';

export const searches = ['fts5', 'meilisearch'] as const;
export type Search = (typeof searches)[number];

interface CampaignResult {
  /** Kills at random moments, by the last point that the program reached. */
  random: Partial<Record<Point | 'begin', number>>;
  /** Kills at each named point. */
  points: Record<Point, number>;
  /** How often the undisturbed program reaches each point. */
  reached: Record<Point, number>;
  /** Runs that ended before their kill. */
  undisturbed: number;
  /** Of each run with another outcome: when it was killed, and what differs. */
  failures: { killed: string; differs: string[] }[];
  /** Lines of an outcome: rows, entries and search results. */
  compared: number;
}

/** Kills between two measurements of how long a run takes, since other work on the machine varies. */
const RUNS_OF_LOOK = 50;

/**
 * Kills a loading program with SIGKILL at random moments and at named points, repeats the loads from the interrupted one
 * on, and compares database and index with those of an undisturbed run.
 * @param search Meilisearch is the one at TEST_MEILISEARCH_URL
 * @param companies how many each run loads
 * @param runs how many kills at random moments
 * @param killsOf returns the kills at named points of each run, given the points that an undisturbed run reaches
 */
export async function crashCampaign(options: {
  program: Built;
  engine: Engine;
  search: Search;
  companies: number;
  runs: number;
  killsOf: (reached: Point[]) => PointKill[][];
  tell?: (line: string) => void;
}): Promise<CampaignResult> {
  const { program, engine, search, companies, runs, killsOf, tell = () => {} } = options;
  const folder = temporaryFolder();
  try {
    const stepsFile = writeLife(folder, companies);
    const steps = JSON.parse(readFileSync(stepsFile, 'utf8')) as Step[];
    let lives = 0;
    const live = async (...kills: Kill[]): Promise<{ ended: Ended; outcome: string[] }> => {
      const database = await createTestDatabase(engine);
      const server = search === 'meilisearch' ? testMeilisearch() : undefined;
      const place: Place = {
        databaseUrl: database.url,
        searchUrl: server?.url('crash') ?? `sqlite:${join(folder.path, `search-${lives++}.db`)}`,
        searchKey: server?.key,
      };
      try {
        let [from, ended]: [number, Ended | undefined] = [0, undefined];
        for (const { at, afterMs } of kills) {
          const orders = { steps: stepsFile, from, place, ...(at && { killAt: at }) };
          ended = await run(program.path, orders, afterMs);
          from += ended.steps;
          if (at && !ended.isKilled)
            throw new Error(`The program did not reach "${at.point}" time ${at.time}.`);
        }
        if (ended!.isKilled) await takeSteps(steps, from, place, { reach: () => {} });
        return { ended: { ...ended!, steps: from }, outcome: await outcomeOf(place) };
      } finally {
        await server?.close();
        await database.close();
      }
    };

    const calm = await live({});
    const expected = calm.outcome;
    const reached = countPoints(calm.ended.reached);
    const never = points.filter((point) => reached[point] === 0);
    if (never.length > 0) throw new Error(`An undisturbed life never comes to: ${never.join(', ')}.`);
    const result: CampaignResult = {
      random: {},
      points: countPoints([]),
      reached,
      undisturbed: 1,
      failures: [],
      compared: expected.length,
    };
    const judge = (killed: string, outcome: string[]) => {
      const [lost, more] = [without(expected, outcome), without(outcome, expected)];
      if (lost.length + more.length === 0) return;
      const some = (sign: string, lines: string[]) => lines.slice(0, 10).map((line) => `${sign} ${line}`);
      result.failures.push({ killed, differs: [...some('-', lost), ...some('+', more)] });
      tell(`FAILED, killed ${killed}: ${lost.length} lines are lost, ${more.length} too many`);
    };

    for (const kills of killsOf(calm.ended.reached)) {
      const { outcome } = await live(...kills.map((at) => ({ at })));
      for (const { point } of kills) result.points[point]++;
      const named = kills.map(({ point, time }) => `"${point}" time ${time}`).join(', then at ');
      judge(`at ${named}`, outcome);
      tell(`at ${named}: ${result.failures.length} failures`);
    }

    let lifeMs = calm.ended.ms;
    for (let kills = 0; kills < runs;) {
      const isLook = kills % RUNS_OF_LOOK === 0 && lifeMs === 0;
      const afterMs = isLook ? undefined : Math.random() * lifeMs;
      const { ended, outcome } = await live(afterMs === undefined ? {} : { afterMs });
      if (!ended.isKilled) {
        lifeMs = ended.ms;
        result.undisturbed++;
        judge('never', outcome);
        continue;
      }
      const last = ended.reached.at(-1) ?? 'begin';
      result.random[last] = (result.random[last] ?? 0) + 1;
      judge(`after ${Math.round(afterMs!)} ms, in step ${ended.steps}, after "${last}"`, outcome);
      if (++kills % RUNS_OF_LOOK > 0) continue;
      tell(`random moments: ${kills} of ${runs}, ${result.failures.length} failures`);
      lifeMs = 0;
    }
    return result;
  } finally {
    folder.remove();
  }
}

/** A kill at the n-th visit of a point, counted from the start of the program. */
export interface PointKill {
  point: Point;
  time: number;
}

/** When to kill a program; never if empty. */
interface Kill {
  at?: PointKill;
  afterMs?: number;
}

/** Returns how often each point occurs. */
export function countPoints(reached: Point[]): Record<Point, number> {
  const counts = Object.fromEntries(points.map((point) => [point, 0])) as Record<Point, number>;
  for (const point of reached) counts[point]++;
  return counts;
}

/** Returns the lines that others lack. A line that occurs twice differs from one that occurs once. */
function without(lines: string[], others: string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0;
  });
}
