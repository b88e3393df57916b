import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Point } from './points.ts';
import type { Orders } from './program.ts';

/** The result of a program. */
export interface Ended {
  isKilled: boolean;
  /** Complete steps. */
  steps: number;
  /** The points that it reached, in order. */
  reached: Point[];
  /** Milliseconds from its first output. */
  ms: number;
}

/** Runs the program, and kills it with SIGKILL some milliseconds after its first output, if it still runs. */
export async function run(program: string, orders: Orders, afterMs: number | undefined): Promise<Ended> {
  const child = spawn(process.execPath, [program, JSON.stringify(orders)], {
    // Does not pass on flags of this process, such as those of a test runner.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  let output = '';
  let problem = '';
  let begun = 0;
  child.stderr.setEncoding('utf8').on('data', (text: string) => (problem += text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (begun > 0) return;
    begun = performance.now();
    if (afterMs !== undefined)
      void sleep(afterMs, undefined, { ref: false }).then(() => child.kill('SIGKILL'));
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (...given) => resolve(given));
  });
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`The program failed with ${code}: ${problem}`);
  const lines = output.split('\n');
  const after = (word: string) =>
    lines.filter((line) => line.startsWith(word)).map((line) => line.slice(word.length));
  return {
    isKilled: signal === 'SIGKILL',
    steps: after('step ').length,
    reached: after('at ') as Point[],
    ms: performance.now() - begun,
  };
}
