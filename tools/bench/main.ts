import type { Bench } from './bench.ts';
import { identity } from './identity.ts';
import { loads } from './loads.ts';
import { memory } from './memory.ts';
import { overload } from './overload.ts';
import { relevance } from './relevance.ts';
import { search } from './search.ts';
import { speed } from './speed.ts';

const benches: Record<string, Bench> = { identity, loads, memory, overload, relevance, search, speed };

const HELP = `npm run bench -- <name> [options]

The name is one of: ${Object.keys(benches).join(', ')}
Run a bench with --help for its options.
`;

const [name = '', ...args] = process.argv.slice(2);
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
if ([name, ...args].includes('--help')) process.stdout.write(bench?.help(name) ?? HELP);
else if (bench === undefined) {
  process.stderr.write(HELP);
  process.exitCode = 2;
} else {
  try {
    await bench.run(args);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${message}\nRun the bench with --help for its options.\n`);
    process.exitCode = 1;
  }
}
