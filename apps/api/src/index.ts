export { limitsTable } from './pages/docs/limits-table.ts';
export { runAdmin } from './admin/run.ts';
export { readConfig, type ApiConfig } from './config.ts';
export { openLogger } from './logger.ts';
export { readOptions, runProgram } from './program.ts';
export { startServer, type RunningServer } from './server/server.ts';
export {
  errorTable,
  openApiDocument,
  operationsOf,
  resolve,
  type OpenApiDocument,
  type Operation,
} from './openapi/index.ts';
export { routes } from './routes.ts';
