import { readFileSync } from 'node:fs';
import type { Point } from './points.ts';
import { takeSteps, type Place, type Step } from './steps.ts';

/** The program's argument, as JSON. */
export interface Orders {
  steps: string;
  /** The number of the first step. */
  from: number;
  place: Place;
  /** The point at whose n-th visit the program kills itself. */
  killAt?: { point: Point; time: number };
}

const { steps, from, place, killAt } = JSON.parse(process.argv[2]!) as Orders;
let times = 0;
// A write to a pipe is synchronous, so nothing is lost when the program is killed.
const say = (line: string) => process.stdout.write(`${line}\n`);
say('begin');
await takeSteps(JSON.parse(readFileSync(steps, 'utf8')) as Step[], from, place, {
  reach: (point) => {
    say(`at ${point}`);
    if (killAt?.point === point && killAt.time === ++times) process.kill(process.pid, 'SIGKILL');
  },
  onStep: (step) => say(`step ${step}`),
});
