import type { Report } from '../report/report.ts';

/** How a command ended. */
export const exitCode = {
  done: 0,
  failed: 1,
  usage: 2,
  rejects: 3,
  moved: 4,
  refused: 5,
  changes: 6,
  differs: 7,
  stopped: 8,
} as const;

/** What each says, in the help and in docs/ingest.md. */
export const MEANINGS: Record<keyof typeof exitCode, string> = {
  done: 'everything was done; of plan: nothing would change',
  failed: 'the command failed: a file is missing, a setting is wrong',
  usage: 'it was called wrongly',
  rejects: 'done, but some rows were rejected; of plan: nothing would change, but some rows are rejected',
  moved: 'apply refused: the database or a source has changed since the plan',
  refused: 'refused: more rows are rejected or would be deleted than --max-errors and --max-deletes allow',
  changes: 'of plan: there is something to apply, and maybe rows are rejected beside it',
  differs: 'of verify: the search differs from the database or is damaged, and was not repaired',
  stopped: 'it was stopped (Ctrl-C, SIGTERM); run it again',
};

const lines = Object.entries(exitCode).map(
  ([name, code]) => `  ${code}  ${MEANINGS[name as keyof typeof exitCode]}`,
);
export const EXIT_CODES = `
Exit codes:
${lines.join('\n')}
With 1, 2, 4 and 5 of plan, apply and full loads, nothing was stored.`;

/** The exit code of a plan. That there is something to apply says more than that rows are rejected beside it. */
export const codeOfPlan = (report: Report, isAnything: boolean): number =>
  isAnything && !report.refused ? exitCode.changes : codeOf(report);

/** The exit code of a load. */
export function codeOf({ refused, rejected }: Report): number {
  if (refused) return refused.why === 'moved' ? exitCode.moved : exitCode.refused;
  return rejected > 0 ? exitCode.rejects : exitCode.done;
}
