import { charts } from './charts.ts';
import { cost } from './cost.ts';
import { history } from './history.ts';
import { loads } from './loads.ts';
import { memory } from './memory.ts';
import { names } from './names.ts';
import { overload } from './overload.ts';
import { peers } from './peers.ts';
import { relevance } from './relevance.ts';
import { speed } from './speed.ts';
import { start } from './start.ts';
import { suggest } from './suggest.ts';

const BENCHES: Record<string, (args: string[]) => Promise<void>> = {
  charts,
  cost,
  history,
  loads,
  memory,
  names,
  overload,
  peers,
  relevance,
  speed,
  start,
  suggest,
};

const [name = '', ...args] = process.argv.slice(2);
const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
if (bench) {
  try {
    await bench(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
} else {
  process.stderr.write(
    `npm run bench -- <name>, where the name is one of: ${Object.keys(BENCHES).join(', ')}\n`,
  );
  process.exitCode = 2;
}
