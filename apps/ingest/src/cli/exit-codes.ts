import type { RefusalReason } from '../report/refusal.ts';
import type { Report } from '../report/report.ts';

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
  drift: 9,
} as const;
type CodeName = keyof typeof exitCode;

/** The meanings in the help of the commands and in docs/data-team/reference.md. */
export const MEANINGS: Record<CodeName, string> = {
  done: 'success',
  failed: 'the command failed; the message names the cause',
  usage: 'usage error',
  rejects: 'success, but some rows were rejected',
  moved: 'nothing stored: the database or a source has changed since the plan',
  refused: 'nothing stored: --max-errors or --max-deletes exceeded, or a source is incomplete',
  changes: 'the plan has changes to apply',
  differs:
    'the search index or a total differs from the tables, or the index is damaged, and was not repaired',
  stopped: 'stopped by Ctrl-C or SIGTERM; run the command again',
  drift: 'nothing stored: a source differs from its last load (--strict-schema)',
};

const COMMON: CodeName[] = ['done', 'failed', 'usage', 'stopped'];

/** The exit codes in the help of a command: those of every command, and its own. */
export function exitCodeHelp(own: CodeName[] = [], meanings: Partial<typeof MEANINGS> = {}): string {
  const names = (Object.keys(exitCode) as CodeName[]).filter((name) => [...COMMON, ...own].includes(name));
  const lines = names.map((name) => `  ${exitCode[name]}  ${meanings[name] ?? MEANINGS[name]}`);
  return `\nExit codes:\n${lines.join('\n')}`;
}

/** The exit code of a plan: changes to apply count for more than rejected rows. */
export const codeOfPlan = (report: Report, hasChanges: boolean): number =>
  hasChanges && !report.refused ? exitCode.changes : codeOf(report);

const REFUSALS: Record<RefusalReason, number> = {
  errors: exitCode.refused,
  deletions: exitCode.refused,
  schema: exitCode.drift,
  moved: exitCode.moved,
};

/** The exit code of a load. */
export function codeOf({ refused, rejected }: Report): number {
  if (refused) return REFUSALS[refused.why];
  return rejected > 0 ? exitCode.rejects : exitCode.done;
}

/** From success to what needs a person first. */
const BY_SEVERITY: CodeName[] = ['done', 'rejects', 'moved', 'refused', 'drift', 'failed', 'usage'];

/** Returns the exit code of two that is worse. */
export const worstCode = (one: number, other: number): number =>
  severityOf(other) > severityOf(one) ? other : one;

function severityOf(code: number): number {
  const rank = BY_SEVERITY.findIndex((name) => exitCode[name] === code);
  return rank === -1 ? BY_SEVERITY.length : rank;
}
