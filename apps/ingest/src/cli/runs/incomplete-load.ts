import { Stopped } from '../../load/stop.ts';
import type { RunCounts } from '../../report/report.ts';
import { messageOf } from '../../report/shorten.ts';

/** A load that failed or was stopped. */
export class IncompleteLoad extends Error {
  override name = 'IncompleteLoad';
  /** What it had stored by then. */
  readonly stored: RunCounts | undefined;
  /** Its dead-letter file. */
  readonly rejects: string | undefined;

  constructor(cause: unknown, stored: RunCounts | undefined, rejects?: string) {
    super(messageOf(cause), { cause });
    this.stored = stored;
    this.rejects = rejects;
  }
}

/** The error that ended a load; any other error as it is. */
export const causeOf = (error: unknown): unknown => (error instanceof IncompleteLoad ? error.cause : error);

/** Returns what a failed command has stored and how to continue; undefined when the message itself is enough. */
export function recoveryHint(error: unknown): string | undefined {
  const isStopped = causeOf(error) instanceof Stopped;
  if (!(error instanceof IncompleteLoad)) return isStopped ? 'Run the command again.' : undefined;
  const stored = error.stored && printStored(error.stored);
  if (stored !== undefined) return `Stored so far: ${stored}. Run the command again to load the rest.`;
  if (!isStopped) return undefined;
  const { rejected = 0 } = error.stored ?? {};
  const where = error.rejects === undefined ? '' : ` (${error.rejects})`;
  return `Nothing was stored${rejected > 0 ? `, ${rejected} rejected${where}` : ''}. Run the command again.`;
}

/** `1500 rows (1498 new, 2 unchanged), 3 rejected`; undefined when nothing is stored. */
function printStored(counts: RunCounts): string | undefined {
  const outcomes = (['new', 'changed', 'unchanged', 'merged'] as const).filter(
    (name) => (counts[name] ?? 0) > 0,
  );
  const rows = outcomes.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  if (rows === 0) return undefined;
  const parts = outcomes.map((name) => `${counts[name]} ${name}`).join(', ');
  const rejected = counts.rejected > 0 ? `, ${counts.rejected} rejected` : '';
  return `${rows} ${rows === 1 ? 'row' : 'rows'} (${parts})${rejected}`;
}
