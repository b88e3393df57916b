import * as identity from './identity.ts';
import * as loads from './loads.ts';
import * as memory from './memory.ts';
import * as overload from './overload.ts';
import * as relevance from './relevance.ts';
import * as search from './search.ts';
import * as speed from './speed.ts';

interface Bench {
  /** What the bench measures, and its options. */
  USAGE: string;
  run(args: string[]): Promise<void>;
}

const BENCHES: Record<string, Bench> = {
  identity,
  loads,
  memory,
  overload,
  relevance,
  search,
  speed,
};

const USAGE = `npm run bench -- <name> [options]

The name is one of: ${Object.keys(BENCHES).join(', ')}
Run a bench with --help for its options.
`;

const [name = '', ...args] = process.argv.slice(2);
const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
const help = [name, ...args].includes('--help');
if (help) {
  process.stdout.write(bench?.USAGE ?? USAGE);
} else if (bench === undefined) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  try {
    await bench.run(args);
  } catch (error) {
    process.stderr.write(
      `${error instanceof Error ? error.message : String(error)}\nRun the bench with --help for its options.\n`,
    );
    process.exitCode = 1;
  }
}
