import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, type Engine } from '@dossier/store/testing';
import { temporaryFolder } from '../files.ts';
import { writeLife } from './life.ts';
import { outcomeOf } from './outcome.ts';
import { points, type Point } from './points.ts';
import type { Orders } from './program.ts';
import { takeSteps, type Place, type Step } from './steps.ts';

/** A search server, with its key. */
export interface SearchServer {
  url: string;
  key: string;
}

export interface CampaignResult {
  /** How often the program was killed at a random moment; `late` counts those in which it had ended before. */
  random: { runs: number; late: number };
  /** How often it was killed at each named point. */
  points: Record<Point, number>;
  /** How often the undisturbed program comes to each point. */
  reached: Record<Point, number>;
  /** Of the runs that ended differently: when they were killed, and what differs. */
  failures: { killed: string; differs: string[] }[];
  /** How long an undisturbed life takes, in milliseconds. */
  lifeMs: number;
}

/**
 * Kills a program that loads, with SIGKILL, at random moments and at named points; runs the loads again from the one
 * that was struck; and holds database and index against those of an undisturbed life.
 * @param server the search server; without it each life has an index in a file
 * @param timesOfPoint at which times that the program comes to a point it is killed, given how often it does
 */
export async function crashCampaign(options: {
  engine: Engine;
  server?: SearchServer;
  runs: number;
  timesOfPoint: (point: Point, reached: number) => number[];
  tell?: (line: string) => void;
}): Promise<CampaignResult> {
  const { engine, server, runs, timesOfPoint, tell = () => {} } = options;
  const folder = temporaryFolder();
  try {
    const stepsFile = writeLife(folder);
    const steps = JSON.parse(readFileSync(stepsFile, 'utf8')) as Step[];
    let lives = 0;
    const live = async (kill: Kill): Promise<{ ended: Ended; outcome: string[] }> => {
      const database = await createTestDatabase(engine);
      const name = `crash-${process.pid}-${Date.now()}-${lives++}`;
      const place: Place = {
        databaseUrl: database.url,
        searchUrl: server ? `${server.url}?index=${name}` : `sqlite:${join(folder.path, `${name}.db`)}`,
        searchKey: server?.key,
      };
      try {
        const ended = await run(
          { steps: stepsFile, place, ...(kill.at && { killAt: kill.at }) },
          kill.afterMs,
        );
        if (ended.isKilled) await takeSteps(steps, ended.steps, place, { reach: () => {} });
        return { ended, outcome: await outcomeOf(place) };
      } finally {
        await database.close();
      }
    };

    const calm = await live({});
    const reached = ended(calm.ended);
    const expected = calm.outcome;
    const never = points.filter((point) => reached[point] === 0);
    if (never.length > 0) throw new Error(`An undisturbed life never comes to: ${never.join(', ')}.`);
    const result: CampaignResult = {
      random: { runs: 0, late: 0 },
      points: Object.fromEntries(points.map((point) => [point, 0])) as Record<Point, number>,
      reached,
      failures: [],
      lifeMs: calm.ended.ms,
    };
    const judge = (killed: string, outcome: string[]) => {
      if (outcome.join('\n') === expected.join('\n')) return;
      const [missing, more] = [without(expected, outcome), without(outcome, expected)];
      const differs = [...missing.map((line) => `- ${line}`), ...more.map((line) => `+ ${line}`)];
      result.failures.push({ killed, differs: differs.slice(0, 20) });
      tell(`FAILED, killed ${killed}: ${differs.length} lines differ, such as ${differs[0]}`);
    };

    for (const point of points) {
      for (const time of timesOfPoint(point, reached[point])) {
        const struck = await live({ at: { point, time } });
        if (!struck.ended.isKilled) throw new Error(`The program did not come to "${point}" time ${time}.`);
        result.points[point]++;
        judge(`at "${point}" time ${time}`, struck.outcome);
      }
      tell(`${point}: ${result.points[point]} of ${reached[point]} times`);
    }
    for (let i = 0; i < runs; i++) {
      const afterMs = Math.random() * calm.ended.ms;
      const struck = await live({ afterMs });
      result.random.runs++;
      if (!struck.ended.isKilled) result.random.late++;
      judge(`after ${Math.round(afterMs)} ms, in step ${struck.ended.steps}`, struck.outcome);
      if ((i + 1) % 25 === 0) tell(`random moments: ${i + 1} of ${runs}, ${result.failures.length} failures`);
    }
    return result;
  } finally {
    folder.remove();
  }
}

/** When a program is killed; never when nothing is said. */
interface Kill {
  at?: { point: Point; time: number };
  afterMs?: number;
}

interface Ended {
  isKilled: boolean;
  /** Whole steps. */
  steps: number;
  /** From its first step on. */
  ms: number;
  last: string;
}

const PROGRAM = join(import.meta.dirname, 'program.ts');
const ROOT = join(import.meta.dirname, '../../../../..');

async function run(orders: Orders, afterMs: number | undefined): Promise<Ended> {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, JSON.stringify(orders)], { cwd: ROOT });
  let output = '';
  let problem = '';
  let begun = 0;
  child.stderr.setEncoding('utf8').on('data', (text: string) => (problem += text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (begun > 0) return;
    begun = performance.now();
    if (afterMs !== undefined) void sleep(afterMs).then(() => child.kill('SIGKILL'));
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (...given) => resolve(given));
  });
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`The program failed with ${code}: ${problem}`);
  const lines = output.trimEnd().split('\n');
  return {
    isKilled: signal === 'SIGKILL',
    steps: lines.filter((line) => line.startsWith('step ')).length,
    ms: performance.now() - begun,
    last: lines.at(-1)!,
  };
}

/** How often an undisturbed program came to each point. */
function ended({ last }: Ended): Record<Point, number> {
  const counts = JSON.parse(last) as Partial<Record<Point, number>>;
  return Object.fromEntries(points.map((point) => [point, counts[point] ?? 0])) as Record<Point, number>;
}

function without(lines: string[], others: string[]): string[] {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
}
