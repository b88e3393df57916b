import { readConfig, startServer } from '@dossier/api';
import { signAddress } from '@dossier/embeds';
import { ConfigError, readEnvironment, toTimestamp } from '@dossier/shared';
import { ensureOrganization, generateApiKey, registerApiKey, signingKeys, type Db } from '@dossier/store';
import { pino } from 'pino';
import { z } from 'zod';
import { fillIfEmpty } from './sample/fill.ts';
import { welcome } from './welcome.ts';

const DEMO_KEY_DAYS = 30;

/** `npm start`: the API on the configured ports, with the sample data if there is none, and a key to try it. */
async function start(): Promise<void> {
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
  await fillIfEmpty(config, (line) => process.stdout.write(`${line}\n`));
  const server = await startServer(
    config,
    pino({ level: process.env['LOG_LEVEL'] ? config.logLevel : 'warn' }),
  );
  const { key, expires } = await demoKey(server.db, DEMO_API_KEY);
  const [signingKey] = await signingKeys(server.db);
  const embed = { kind: 'valuation-chart' as const, subject: 'stripe', options: {} };
  const address = server.url + signAddress(embed, signingKey!);
  process.stdout.write(welcome(server.url, { key, expires, embed: address }));

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.stop().then(() => process.exit(0)));
  }
}

/** A key of the plan Platforms: the one that is given, or a new one, since only hashes of keys are kept. */
async function demoKey(db: Db, given: string | undefined): Promise<{ key: string; expires: string | null }> {
  const key = given ?? generateApiKey();
  const expires = given === undefined ? toTimestamp(Date.now() + DEMO_KEY_DAYS * 86_400_000) : null;
  await registerApiKey(db, key, await ensureOrganization(db, 'Demo', 'Platforms'), expires);
  return { key, expires };
}

try {
  await start();
} catch (error) {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  if (error instanceof ConfigError) process.stderr.write(`${message}\n`);
  else if (code === 'EADDRINUSE')
    process.stderr.write(`Port ${port} is taken. Choose another one with PORT.\n`);
  else throw error;
  process.exit(1);
}
