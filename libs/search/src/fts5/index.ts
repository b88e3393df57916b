export { fts5Engine } from './engine.ts';
export { openFile } from './file.ts';
export { fts5Standby } from './fts5-standby.ts';
