import cluster from 'node:cluster';
import { readConfig } from './config.ts';
import { openLogger } from './logger.ts';
import { runProgram } from './program.ts';
import { startServer } from './server.ts';
import { startPrimary } from './workers/primary.ts';
import { runWorker } from './workers/worker.ts';

if (cluster.isWorker) void runWorker();
else
  void runProgram(async () => {
    const config = readConfig(process.env);
    const logger = openLogger(config.logLevel);
    return config.workers > 1 ? startPrimary(config, logger) : startServer(config, logger);
  });
