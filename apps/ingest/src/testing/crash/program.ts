import { readFileSync } from 'node:fs';
import type { Point } from './points.ts';
import { takeSteps, type Place, type Step } from './steps.ts';

/** What the program is told on its command line, as JSON. */
export interface Orders {
  steps: string;
  place: Place;
  /** The point at which it kills itself, at the n-th time. */
  killAt?: { point: Point; time: number };
}

const { steps, place, killAt } = JSON.parse(process.argv[2]!) as Orders;
let times = 0;
// Into a pipe it is written at once: what was said before the end is heard.
const say = (line: string) => process.stdout.write(`${line}\n`);
say('begin');
await takeSteps(JSON.parse(readFileSync(steps, 'utf8')) as Step[], 0, place, {
  reach: (point) => {
    say(`at ${point}`);
    if (killAt?.point === point && killAt.time === ++times) process.kill(process.pid, 'SIGKILL');
  },
  onStep: (step) => say(`step ${step}`),
});
