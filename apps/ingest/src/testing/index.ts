export { callIngest, showIngest } from './command.ts';
export { loadRecords } from './load.ts';
export { removeRecords } from '../kinds/remove.ts';
export { setByHand } from '../records/hand.ts';
export { mergeCompanies } from '../records/merge.ts';
export { undoRun } from '../records/undo.ts';
export { edgarServer, type EdgarServer } from './edgar-server.ts';
