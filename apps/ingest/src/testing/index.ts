export { callIngest, showIngest } from './command.ts';
export { edgarServer, type EdgarServer } from './edgar-server.ts';
