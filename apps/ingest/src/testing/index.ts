export { callIngest, showIngest } from './command.ts';
export { loadRecords } from './load.ts';
export { removeRecords } from '../ledger/remove.ts';
export { setByHand } from '../edits/hand.ts';
export { mergeCompanies } from '../edits/merge.ts';
export { undoRun } from '../edits/undo.ts';
export { edgarServer, type EdgarServer } from './edgar-server.ts';
