import { pino } from 'pino';
import { readConfig } from './config.ts';
import { runProgram } from './program.ts';
import { startServer } from './server.ts';

void runProgram(async () => {
  const config = readConfig(process.env);
  return startServer(config, pino({ level: config.logLevel }));
});
