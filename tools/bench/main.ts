import { Command } from 'commander';
import { runCommand } from '../command.ts';
import { identity } from './identity.ts';
import { loads } from './loads/loads.ts';
import { memory } from './memory/memory.ts';
import { overload } from './overload/overload.ts';
import { relevance } from './relevance/relevance.ts';
import { search } from './search.ts';
import { speed } from './speed/speed.ts';

const program = new Command('npm run bench --').description('Measure the product.');
for (const bench of [identity, loads, memory, overload, relevance, search, speed]) program.addCommand(bench);
await runCommand(program);
