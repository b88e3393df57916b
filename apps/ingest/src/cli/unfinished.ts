import type { RunCounts } from '../report/report.ts';
import { messageOf } from '../report/shorten.ts';
import { Stopped } from '../records/stop.ts';

/** A load that failed or was stopped: why, and what it has stored by then. */
export class Unfinished extends Error {
  override name = 'Unfinished';
  readonly stored: RunCounts | undefined;
  /** The file of its rejected rows, when a place for them was given. */
  readonly rejects: string | undefined;

  constructor(cause: unknown, stored: RunCounts | undefined, rejects?: string) {
    super(messageOf(cause), { cause });
    this.stored = stored;
    this.rejects = rejects;
  }
}

/** What is to be said of an error beside what it says itself: what is stored, and that the command can be run again. */
export function remainsOf(error: unknown): string | undefined {
  const isStopped = (error instanceof Unfinished ? error.cause : error) instanceof Stopped;
  if (!(error instanceof Unfinished)) return isStopped ? 'Run it again.' : undefined;
  const stored = error.stored && printStored(error.stored);
  if (stored !== undefined) return `${stored} so far. Run it again: what is stored does not change.`;
  if (!isStopped) return undefined;
  const { rejected = 0 } = error.stored ?? {};
  const where = error.rejects === undefined ? '' : `: ${error.rejects}`;
  return `Nothing was stored${rejected > 0 ? `, ${rejected} rejected${where}` : ''}. Run it again.`;
}

/** `1500 rows are stored (1498 new, 2 unchanged), 3 are rejected`; undefined where there are none. */
function printStored(counts: RunCounts): string | undefined {
  const outcomes = (['new', 'changed', 'unchanged'] as const).filter((name) => counts[name] > 0);
  const rows = outcomes.reduce((sum, name) => sum + counts[name], 0);
  if (rows === 0) return undefined;
  const parts = outcomes.map((name) => `${counts[name]} ${name}`).join(', ');
  const rejected = counts.rejected > 0 ? `, ${counts.rejected} rejected` : '';
  return `${rows} ${rows === 1 ? 'row is' : 'rows are'} stored (${parts})${rejected}`;
}
