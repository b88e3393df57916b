import cluster from 'node:cluster';
import { readConfig } from './config.ts';
import { openLogger } from './logger.ts';
import { readOptions, runProgram } from './program.ts';
import { startServer } from './server/server.ts';
import { startPrimary } from './workers/primary.ts';
import { runWorker } from './workers/worker.ts';

const help = `npm run serve

Starts the API for production. It updates the schema of the database and listens until SIGTERM or SIGINT. It never loads
data and never makes keys: npm run ingest and npm run admin do. It has no options. Environment variables are its settings:
docs/operators/settings.md lists all of them.

Examples:

  PUBLIC_URL=https://api.example.com npm run serve
  DATABASE_URL=postgres://dossier:password@db.example.com/dossier WORKERS=4 npm run serve
  DATABASE_URL=sqlite:data/dossier.db SEARCH_URL=http://127.0.0.1:7700 SEARCH_KEY=... npm run serve
`;

if (cluster.isWorker) void runWorker();
else
  void runProgram(async () => {
    readOptions(help);
    const config = readConfig(process.env);
    const logger = openLogger(config.logLevel);
    return config.workers > 1 ? startPrimary(config, logger) : startServer(config, logger);
  });
