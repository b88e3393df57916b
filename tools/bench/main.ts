import type { Bench } from './bench.ts';
import { identity } from './identity.ts';
import { loads } from './loads/loads.ts';
import { memory } from './memory/memory.ts';
import { overload } from './overload/overload.ts';
import { relevance } from './relevance/relevance.ts';
import { search } from './search.ts';
import { speed } from './speed/speed.ts';

const benches: Record<string, Bench> = { identity, loads, memory, overload, relevance, search, speed };

const HELP = `Usage: npm run bench -- <name> [options]

The name is one of: ${Object.keys(benches).join(', ')}
Run a bench with --help for its options.
`;

const [name = '', ...args] = process.argv.slice(2);
if (Object.hasOwn(benches, name)) await benches[name]!(name, args);
else if (name === '--help') process.stdout.write(HELP);
else {
  process.stderr.write(HELP);
  process.exitCode = 2;
}
