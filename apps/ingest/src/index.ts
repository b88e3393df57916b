export { load, type Load, type LoadOptions, type Progress } from './load.ts';
export { printReport, type Report } from './report.ts';
export { recorded } from './cli/recorded.ts';
export { indexOutbox, type Indexed } from './stages/index-outbox.ts';
export { reindex, type Reindex, type Reindexed } from './reindex.ts';
export { LoadError, type Reject } from './stages/types.ts';
export { findKind, kinds } from './kinds/index.ts';
export type { Kind, Outcome } from './kinds/kind.ts';
