import {
  openLogger,
  readConfig,
  readOptions,
  runProgram,
  startServer,
  type RunningServer,
} from '@dossier/api';
import { signAddress } from '@dossier/embeds';
import { readEnvironment, toTimestamp } from '@dossier/shared';
import {
  ensureOrganization,
  inDatabase,
  registerApiKey,
  replaceApiKey,
  signingKeys,
  type Db,
} from '@dossier/store';
import { z } from 'zod';
import { devKey } from './dev-key.ts';
import { renewIndex } from './renew-index.ts';
import { fillIfEmpty } from './sample/fill.ts';
import { welcome } from './welcome.ts';

const DEMO_KEY_DAYS = 30;

const help = `npm start [-- options]

Starts the API to try it: fills an empty database with sample data, and prints a key and commands to copy. Use
npm run serve for production.

Options:

  --keep-key <file>  use the key in this file, and write it there the first time

Examples:

  npm start
  PORT=8080 npm start
  DATABASE_URL=postgres://dossier@127.0.0.1/dossier npm start
`;

/** `npm start`: starts the API, with the sample data if the database is empty, and prints a key to try it with. */
async function start(): Promise<RunningServer> {
  const options = readOptions(help, ['keep-key']);
  // Somebody who tries the service should not reach a limit, or wait after Ctrl-C or for a restart.
  const config = readConfig({
    RATE_LIMITS: 'off',
    REQUEST_LIMITS: 'off',
    DRAIN_SECONDS: '0',
    ...(process.env['DATABASE_URL'] !== 'sqlite::memory:' && { SNAPSHOT_EVERY: '24h' }),
    PUBLIC_SITE: 'on',
    ...process.env,
  });
  const { DEMO_API_KEY } = readEnvironment(
    {
      DEMO_API_KEY: z
        .string()
        .regex(/^\S{16,200}$/, 'must be 16 to 200 characters without blanks')
        .optional(),
    },
    process.env,
  );
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  await renewIndex(config, print);
  await fillIfEmpty(config, print);
  const server = await startServer(config, openLogger(process.env['LOG_LEVEL'] ? config.logLevel : 'warn'));
  await inDatabase(config.databaseUrl, {}, async (db) => {
    const file = options['keep-key'];
    const { key, expires } = await demoKey(db, DEMO_API_KEY ?? (file && devKey(file)));
    const [signingKey] = await signingKeys(db);
    const embed = { kind: 'valuation-chart' as const, subject: 'stripe', options: {} };
    const address = server.url + signAddress(embed, signingKey!);
    process.stdout.write(welcome(server.url, { key, expires, embed: address }));
  });
  return server;
}

/**
 * Registers the given key for the plan Platforms. Without one, creates a key that replaces the key of the previous
 * start: the database stores only hashes, so the previous key cannot be printed again.
 */
async function demoKey(db: Db, given: string | undefined): Promise<{ key: string; expires: string | null }> {
  const organization = await ensureOrganization(db, 'Demo', 'Platforms');
  if (given !== undefined) {
    await registerApiKey(db, given, organization);
    return { key: given, expires: null };
  }
  const expires = toTimestamp(Date.now() + DEMO_KEY_DAYS * 86_400_000);
  return { key: await replaceApiKey(db, organization, expires), expires };
}

void runProgram(start);
