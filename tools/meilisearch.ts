import { startMeilisearch } from '@dossier/search/testing';
import { Command } from 'commander';
import { runCommand, whole } from './command.ts';

const program = new Command('npm run meilisearch -w tools --')
  .description(
    `Start a Meilisearch server for development, on loopback. Runs the program in MEILI_BIN, the one on the PATH, or a checked
copy that is downloaded once.`,
  )
  .option('--port <number>', 'port (default: a free one)', whole)
  .option('--data <folder>', 'folder (default: a temporary one that is removed at the end)')
  .option('--key <text>', 'master key (default: a new one)')
  .action(async ({ data: folder, ...options }: { port?: number; data?: string; key?: string }) => {
    const server = await startMeilisearch({ ...options, folder });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop());
    process.stdout.write(`Meilisearch is running. To use it from the API and ingest:\n
  export SEARCH_URL=${server.url} SEARCH_KEY=${server.key}\n
Stop it with Ctrl+C.\n`);
    if (!(await server.ended)) throw new Error('Meilisearch has stopped.');
  });
await runCommand(program);
