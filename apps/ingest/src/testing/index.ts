export { callIngest, showIngest } from './command.ts';
export { edgarServer, type EdgarServer } from './edgar-server.ts';
export { draftOf, readMapped, type MappedRow } from './read.ts';
