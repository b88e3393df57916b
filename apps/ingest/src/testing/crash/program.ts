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
const reached: Partial<Record<Point, number>> = {};
process.stdout.write('begin\n');
await takeSteps(JSON.parse(readFileSync(steps, 'utf8')) as Step[], 0, place, {
  reach: (point) => {
    reached[point] = (reached[point] ?? 0) + 1;
    if (killAt?.point === point && killAt.time === reached[point]) process.kill(process.pid, 'SIGKILL');
  },
  onStep: (step) => process.stdout.write(`step ${step}\n`),
});
process.stdout.write(`${JSON.stringify(reached)}\n`);
