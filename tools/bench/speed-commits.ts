import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { now } from './speed-cpu.ts';

/** What the writer changes, and how often. */
export interface Order {
  /** Distinguishes commits from those of earlier runs with the same database. */
  run: string;
  databaseUrl: string;
  /** The number of companies in the database. */
  companies: number;
  perSecond: number;
}

const MOST_POPULAR = 100_000;

/**
 * Returns the ids of companies that requests and commits are about, the most popular one first. The first company is left
 * out: it has a twentieth of all rows.
 */
export const popularOf = (companies: number): number[] =>
  Array.from({ length: Math.min(MOST_POPULAR, companies - 2) }, (_, i) => 2 + ((i * 7919) % (companies - 2)));

/** A commit of the writer, which changes the description of a company. */
interface Commit {
  id: number;
  /** Counts commits from one. */
  number: number;
  /** When it began and when it had ended, see `now`. */
  began: number;
  ended: number;
}

/** An answer about a company, with the number of the commit that it shows; 0 for none. */
interface Seen {
  id: number;
  number: number;
  asked: number;
  answered: number;
}

/** Another process that commits while servers are measured. */
export interface Writer {
  /** Returns the ids of companies that were committed since the last call. */
  takeNew: () => number[];
  /** Notes an answer, to check it later. @param asked when its request began, see `now` */
  note: (id: number, body: Buffer, asked: number) => void;
  /** Resolves when the first commit is known. */
  begun: Promise<void>;
  /**
   * Waits for one more commit, checks the noted answers, and forgets them. Returns the number of commits since the last
   * call, the answers about companies that had changed before their request began, and those that are older than that
   * change, or newer than any commit that had begun.
   */
  check: () => Promise<{ commits: number; checked: number; wrong: number }>;
  stop: () => Promise<void>;
}

/** Returns the description of a company after the commit of this number. */
export const descriptionOf = (run: string, commit: number): string => `${beginOf(run)}${commit}.`;
const beginOf = (run: string): string => `Run ${run}, commit `;
/** The most digits of the number of a commit. */
const DIGITS = 9;

const START_MS = 120_000;

/** Starts the program of `speed-writer.ts`. */
export function startWriter(order: Omit<Order, 'run'>): Writer {
  const run = randomUUID();
  const begin = Buffer.from(`"description":"${beginOf(run)}`);
  const script = fileURLToPath(new URL('speed-writer.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify({ ...order, run })], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const commits: Commit[] = [];
  let seen: Seen[] = [];
  let [taken, counted] = [0, 0];
  const lines = createInterface(child.stdout).on('line', (line) => {
    const [id, number, began, ended] = line.split(' ').map(Number) as [number, number, number, number];
    commits.push({ id, number, began, ended });
  });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`The writer exited with ${code}.`);
  });
  // Expected after `stop`.
  failed.catch(() => {});
  return {
    begun: once(lines, 'line', { signal: AbortSignal.timeout(START_MS) }).then(() => {}),
    takeNew: () => {
      const since = commits.slice(taken).map(({ id }) => id);
      taken = commits.length;
      return since;
    },
    note: (id, body, asked) => seen.push({ id, number: commitIn(body, begin), asked, answered: now() }),
    check: async () => {
      // An answer can show a commit before its line arrives. Lines arrive in order, so a later one comes after all of them.
      const answered = now();
      while ((commits.at(-1)?.began ?? 0) < answered) await Promise.race([once(lines, 'line'), failed]);
      const found = { commits: commits.length - counted, ...compare(commits, seen) };
      counted = commits.length;
      seen = [];
      return found;
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

/** Returns the number of the commit that a response shows after `begin`; 0 for none. */
function commitIn(body: Buffer, begin: Buffer): number {
  const place = body.indexOf(begin);
  if (place === -1) return 0;
  const digits = place + begin.length;
  return parseInt(body.toString('latin1', digits, digits + DIGITS), 10);
}

/** Compares answers with what was committed before each request began, and begun before each response ended. */
export function compare(commits: Commit[], seen: Seen[]): { checked: number; wrong: number } {
  const of = new Map<number, Commit[]>();
  for (const commit of commits) of.set(commit.id, [...(of.get(commit.id) ?? []), commit]);
  let [checked, wrong] = [0, 0];
  for (const { id, number, asked, answered } of seen) {
    const own = of.get(id) ?? [];
    const least = own.findLast(({ ended }) => ended < asked)?.number ?? 0;
    const most = own.findLast(({ began }) => began < answered)?.number ?? 0;
    if (least > 0) checked += 1;
    if (number < least || number > most) wrong += 1;
  }
  return { checked, wrong };
}
