import { parseArgs } from 'node:util';
import { startMeilisearch } from '@dossier/search/testing';

const HELP = `Start a Meilisearch server for development, on loopback.

  npm run meilisearch -- [--port <number>] [--data <folder>] [--key <master key>]

Without --port, it picks a free one. Without --data, its data are deleted when it stops. Without --key, it makes one.
The program is the one in MEILI_BIN, one on the PATH, or a copy that is downloaded once and verified.
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
  if (values.port !== undefined && !/^\d{1,5}$/.test(values.port)) throw new Error('--port is a number.');
  const server = await startMeilisearch({
    ...(values.port === undefined ? {} : { port: Number(values.port) }),
    ...(values.data === undefined ? {} : { folder: values.data }),
    ...(values.key === undefined ? {} : { key: values.key }),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop());
  process.stdout.write(`Meilisearch is running. To use it from the API and ingest:\n
  export SEARCH_URL=${server.url} SEARCH_KEY=${server.key}\n
Stop it with Ctrl-C.\n`);
  if (!(await server.ended)) throw new Error('Meilisearch has ended.');
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
