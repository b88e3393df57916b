export { load, type Load, type LoadOptions, type Progress } from './records/load.ts';
export { printReport, type Report } from './report/report.ts';
export { logLoad } from './cli/runs/run-log.ts';
export { indexOutbox, type Indexed } from './index/outbox.ts';
export { reindex, type Reindex, type Reindexed } from './index/reindex.ts';
export { LoadError, type Reject } from './rows/types.ts';
export { isReservedSlug } from './kinds/company/index.ts';
export { findKind, kinds } from './kinds/index.ts';
export type { Kind, Outcome } from './kinds/kind.ts';
