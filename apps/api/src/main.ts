import { ConfigError } from '@dossier/shared';
import { pino } from 'pino';
import { readConfig, type ApiConfig } from './config.ts';
import { startServer } from './server.ts';

let config: ApiConfig;
try {
  config = readConfig(process.env);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

const logger = pino({ level: config.logLevel });
const server = await startServer(config, logger).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error;
  process.stderr.write(`Port ${config.port} is taken. Choose another one with PORT.\n`);
  process.exit(1);
});
logger.info({ url: server.url }, 'listening');

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    logger.info({ signal }, 'stopping');
    void server.stop().then(() => process.exit(0));
  });
}
