import type { Report } from '../report.ts';

/** How a command ended. */
export const exitCode = {
  done: 0,
  failed: 1,
  usage: 2,
  rejects: 3,
  moved: 4,
  refused: 5,
  changes: 6,
} as const;

export const EXIT_CODES = `
Exit codes: 0 everything was done; 1 the command failed; 2 it was called wrongly; 3 done, but some rows were rejected;
4 apply refused, since the database or a source has changed since the plan; 5 refused, since more rows are rejected or
would be deleted than --max-errors and --max-deletes allow; 6 plan only: there is something to apply (the report
counts the rows that are rejected beside it).
With 1, 2, 4 and 5 of plan, apply and full loads, nothing was stored.`;

/** The exit code of a plan. That there is something to apply says more than that rows are rejected beside it. */
export const codeOfPlan = (report: Report, isAnything: boolean): number =>
  isAnything && !report.refused ? exitCode.changes : codeOf(report);

/** The exit code of a load. */
export function codeOf({ refused, rejected }: Report): number {
  if (refused) return refused.why === 'moved' ? exitCode.moved : exitCode.refused;
  return rejected > 0 ? exitCode.rejects : exitCode.done;
}
