export { readConfig, type ApiConfig } from './config.ts';
export { startServer, type RunningServer } from './server.ts';
