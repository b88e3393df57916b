import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect, promisify } from 'node:util';

/**
 * Options of Node that run a program from source with the compiled files of the tests. tsx would compile them again in each
 * run, because it keeps its own in the temporary folder.
 */
export const fromSource = ['--import', new URL('../../../tools/jest/program.mjs', import.meta.url).href];

const SIZES = [100_000, 1_000_000] as const;
const ROUNDS = 5;
/** In microseconds: far above the noise of the process clock and the garbage collector. */
const MEASURABLE = 20_000;

/**
 * Returns how many times as much CPU time work takes on ten times as much input: about 10 when it is linear, about 100
 * when it is quadratic. CPU time, unlike wall-clock time, does not grow while other programs use the cores.
 *
 * Each round repeats the work until it has taken at least 20 ms of CPU; the fastest round of each size counts. The sizes
 * are fixed, because code under test may reject larger input at once, which would hide the growth.
 * @param inputOf makes the input of a number of characters. Called once for each size: new memory can take longer than work
 * @param work is measured
 */
export function growth<Input>(inputOf: (size: number) => Input, work: (input: Input) => void): number {
  const inputs = SIZES.map(inputOf);
  const fastest = SIZES.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    inputs.forEach(
      (input, i) =>
        (fastest[i] = Math.min(
          fastest[i]!,
          cpuTime(() => work(input)),
        )),
    );
  }
  return fastest[1]! / fastest[0]!;
}

/** Returns the CPU time of one run in microseconds, averaged over enough runs to be measurable. */
function cpuTime(run: () => void): number {
  const before = process.cpuUsage();
  for (let runs = 1; ; runs++) {
    run();
    const { user, system } = process.cpuUsage(before);
    if (user + system >= MEASURABLE) return (user + system) / runs;
  }
}

/** Longer than anything takes on a busy machine. */
const MAX_MS = 300_000;
const PAUSE_MS = 100;

/**
 * Calls a function every 100 ms until it returns what is wanted, and returns that. An error of the function counts as a
 * failed try.
 * @param holds returns whether a value is wanted; by default, whether it is truthy
 * @param about returns what else the error shows, such as the output of a program
 * @throws Error with the last value or error, after five minutes
 */
export async function until<T>(
  ask: () => T | Promise<T>,
  {
    holds = Boolean,
    about = () => '',
    longestMs = MAX_MS,
  }: { holds?: (value: T) => boolean; about?: () => string; longestMs?: number } = {},
): Promise<T> {
  for (const end = Date.now() + longestMs; ;) {
    let last: unknown;
    try {
      const value = await ask();
      if (holds(value)) return value;
      last = value;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`Still ${inspect(last)} after ${longestMs} ms. ${about()}`);
    await sleep(PAUSE_MS);
  }
}

/** Below the ports that systems use for outgoing connections, of which the tests open hundreds. */
const PORTS = [12_000, 32_000] as const;

/** Returns a free port on loopback for a server that starts a moment later. No outgoing connection takes the port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    if (await isFree(port)) return port;
  }
}

/** Returns whether no program listens on a port of loopback. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/**
 * Runs a program in a process of its own and returns the names of the npm packages that it loaded.
 * @param program the text of an ES module; it imports files by absolute paths
 */
export async function loadedPackages(program: string): Promise<Set<string>> {
  // Hooks see ES modules; the modules of `require` are in its cache.
  const hooks = `import { writeSync } from 'node:fs';
    export const load = (url, context, next) => (writeSync(1, url + '\\n'), next(url, context));`;
  const register = `import { register } from 'node:module'; register(${JSON.stringify(dataUrl(hooks))});`;
  const report = `import { createRequire } from 'node:module';
    console.log(Object.keys(createRequire('/').cache).join('\\n'));`;
  const options = [...fromSource, '--import', dataUrl(register), '--input-type=module'];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...options, '-e', `${program}\n${report}`],
    {
      env: { ...process.env, NODE_OPTIONS: '' },
    },
  );
  const names = stdout.matchAll(/node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//g);
  return new Set([...names].map(([, name]) => name!));
}

const dataUrl = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;
