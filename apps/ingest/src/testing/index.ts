import type { z } from 'zod';
import type { companyKind } from '../kinds/company/index.ts';
import type { datasetKind } from '../kinds/dataset.ts';
import type { eventKind } from '../kinds/event/index.ts';
import type { filingKind } from '../kinds/filing/index.ts';
import type { Kind } from '../kinds/kind.ts';
import type { metricKind } from '../kinds/metric/index.ts';
import type { newsKind } from '../kinds/news.ts';

export { callIngest, showIngest } from './command.ts';
export { loadRecords } from './load.ts';
export { removeRecords } from '../ledger/remove.ts';
export { setByHand } from '../edits/hand.ts';
export { mergeCompanies } from '../edits/merge.ts';
export { undoRun } from '../edits/undo.ts';
export { edgarServer, type EdgarServer } from './edgar-server.ts';

type Input<Of extends Kind> = z.input<Of['record']>;
/** Records as sources write them, by the plural of their kind. */
export interface Inputs {
  companies: Input<typeof companyKind>;
  datasets: Input<typeof datasetKind>;
  filings: Input<typeof filingKind>;
  news: Input<typeof newsKind>;
  metrics: Input<typeof metricKind>;
  events: Input<typeof eventKind>;
}
