import { readConfig } from './config.ts';
import { openLogger } from './logger.ts';
import { runProgram } from './program.ts';
import { startServer } from './server.ts';

void runProgram(async () => {
  const config = readConfig(process.env);
  return startServer(config, openLogger(config.logLevel));
});
