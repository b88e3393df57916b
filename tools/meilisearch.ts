import { startMeilisearch } from '@dossier/search/testing';
import { z } from 'zod';
import { runCommand } from './command.ts';

await runCommand({
  usage: 'npm run meilisearch -w tools -- [options]',
  summary: `Start a Meilisearch server for development, on loopback. Runs the program in MEILI_BIN, the one on the PATH, or a checked
copy that is downloaded once.`,
  options: {
    port: z.coerce.number().int().min(1).max(65_535).optional().describe('port (default: a free one)'),
    data: z.string().optional().describe('folder (default: a temporary one that is removed at the end)'),
    key: z.string().optional().describe('master key (default: a new one)'),
  },
  run: async ({ data: folder, ...options }) => {
    const server = await startMeilisearch({ ...options, folder });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop());
    process.stdout.write(`Meilisearch is running. To use it from the API and ingest:\n
  export SEARCH_URL=${server.url} SEARCH_KEY=${server.key}\n
Stop it with Ctrl+C.\n`);
    if (!(await server.ended)) throw new Error('Meilisearch has stopped.');
  },
});
