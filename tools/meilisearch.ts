import { parseArgs } from 'node:util';
import { startMeilisearch } from '@dossier/search/testing';

const HELP = `Start a Meilisearch server for development, on loopback.

  npm run meilisearch -w tools -- [--port <number>] [--data <folder>] [--key <master key>]

Defaults: a free port, a temporary folder that is removed at the end, and a new key.
Runs the program in MEILI_BIN, the one on the PATH, or a checked copy that is downloaded once.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      data: { type: 'string' },
      key: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  if (values.port !== undefined && !/^\d{1,5}$/.test(values.port))
    throw new Error('--port must be a number.');
  const server = await startMeilisearch({
    ...(values.port === undefined ? {} : { port: Number(values.port) }),
    ...(values.data === undefined ? {} : { folder: values.data }),
    ...(values.key === undefined ? {} : { key: values.key }),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop());
  process.stdout.write(`Meilisearch is running. To use it from the API and ingest:\n
  export SEARCH_URL=${server.url} SEARCH_KEY=${server.key}\n
Stop it with Ctrl+C.\n`);
  if (!(await server.ended)) throw new Error('Meilisearch has stopped.');
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
