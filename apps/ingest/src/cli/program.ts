import { Command } from 'commander';
import type { Start } from './flags.ts';
import { addEdgar } from './commands/edgar/declare.ts';
import { addExport } from './commands/export/declare.ts';
import { addLoad } from './commands/load/declare.ts';
import { addMapping } from './commands/mapping/declare.ts';
import { addMatches } from './commands/matches/declare.ts';
import { addPrune } from './commands/prune/declare.ts';
import { addRecords } from './commands/records/declare.ts';
import { addSearch } from './commands/search/declare.ts';
import { addSources } from './commands/sources/declare.ts';
import { addWatch } from './commands/watch/declare.ts';
import type { RunArguments } from './commands/watch/watch.ts';

/**
 * The command line of ingest. Each command imports its module when it runs, so that `--help` and `status` start without
 * the parsers.
 * @param runArguments runs a command line within this process, for `watch`
 */
export function ingestProgram(start: Start, runArguments: RunArguments = async () => 0): Command {
  const program = new Command('ingest')
    .description('Load records into Dossier and keep the search index up to date.')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- load companies companies.ndjson
  npm run ingest -- load documents research/
  npm run ingest -- plan companies companies.ndjson --out plan.ndjson
  npm run ingest -- apply plan.ndjson
  npm run ingest -- status

Run a command with --help for its options, examples and exit codes.

Settings (environment variables):
  DATABASE_URL   database (default: sqlite:data/dossier.db)
  SEARCH_URL     search index (default: a file next to the database)
  SEARCH_KEY     API key of the search server
  EMBEDDINGS_URL, EMBEDDINGS_MODEL, EMBEDDINGS_KEY
                 endpoint that makes vectors for the search (default: none)
  EDGAR_CONTACT  name and e-mail address that edgar sends to the SEC`,
    )
    .showHelpAfterError('(run with --help for usage)');

  addLoad(program, start);
  addMapping(program, start);
  addEdgar(program, start);
  addMatches(program, start);
  addSources(program, start);
  addSearch(program, start);
  addWatch(program, start, runArguments);
  addPrune(program, start);
  addExport(program, start);
  addRecords(program, start);

  return program;
}
