export { fts5Engine } from './fts5-engine.ts';
export { isFileFilled, openFile } from './fts5-file.ts';
export { fts5Standby } from './fts5-standby.ts';
export { loadVectors } from './fts5-vectors.ts';
