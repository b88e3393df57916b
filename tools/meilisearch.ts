import { parseArgs } from 'node:util';
import { startMeilisearch } from '@dossier/search/testing';

const HELP = `A Meilisearch server for development, on loopback.

  npm run meilisearch -- [--port <number>] [--data <folder>] [--key <master key>]

Without a port it takes a free one, without a folder its data are gone when it ends, without a key it makes one.
The program is that of MEILI_BIN, one on the PATH, or a copy that is fetched once and checked.
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
  process.stdout.write(`Meilisearch answers. Let the API and ingest use it with\n
  export SEARCH_URL=${server.url} SEARCH_KEY=${server.key}\n
It ends with Ctrl-C.\n`);
  if (!(await server.ended)) throw new Error('Meilisearch has ended.');
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
