import { readConfig, runProgram, startServer, type RunningServer } from '@dossier/api';
import { signAddress } from '@dossier/embeds';
import { readEnvironment, toTimestamp } from '@dossier/shared';
import {
  ensureOrganization,
  openDatabase,
  registerApiKey,
  replaceApiKey,
  signingKeys,
  type Db,
} from '@dossier/store';
import { pino } from 'pino';
import { z } from 'zod';
import { renewIndex } from './renew-index.ts';
import { fillIfEmpty } from './sample/fill.ts';
import { welcome } from './welcome.ts';

const DEMO_KEY_DAYS = 30;

/** `npm start`: the API on the configured ports, with the sample data if there is none, and a key to try it. */
async function start(): Promise<RunningServer> {
  const config = readConfig(process.env);
  const { DEMO_API_KEY } = readEnvironment(
    {
      DEMO_API_KEY: z
        .string()
        .regex(/^\S{16,200}$/, 'must be 16 to 200 characters without blanks')
        .optional(),
    },
    process.env,
  );
  const tell = (line: string) => void process.stdout.write(`${line}\n`);
  await renewIndex(config, tell);
  await fillIfEmpty(config, tell);
  const server = await startServer(
    config,
    pino({ level: process.env['LOG_LEVEL'] ? config.logLevel : 'warn' }),
  );
  const db = openDatabase(config.databaseUrl);
  try {
    const { key, expires } = await demoKey(db, DEMO_API_KEY);
    const [signingKey] = await signingKeys(db);
    const embed = { kind: 'valuation-chart' as const, subject: 'stripe', options: {} };
    const address = server.url + signAddress(embed, signingKey!);
    process.stdout.write(welcome(server.url, { key, expires, embed: address }));
  } finally {
    await db.destroy();
  }
  return server;
}

/**
 * A key of the plan Platforms: the one that is given, or a new one, since only hashes of keys are kept. The new one
 * takes the place of that of the last start.
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

await runProgram(start);
