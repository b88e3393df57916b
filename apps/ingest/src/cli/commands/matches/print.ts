import type { Judged, ListedMatch } from '@dossier/shared';
import { findKind } from '../../../kinds/index.ts';
import { printable } from '../../../report/printable.ts';
import { count } from '../../../report/report.ts';
import { isObject } from '../../../rows/types.ts';
import type { Decision, Review } from '../../../edits/matches.ts';
import { cut } from '../../../rows/cut.ts';

/** Returns the list as text. */
export function printMatches(matches: ListedMatch[]): string {
  if (matches.length === 0) return 'No matches to review.';
  const lines = matches.map((match) => {
    const { id, source, way, name, status, reason, place, company, row, records, judged } = match;
    const waiting = Object.entries(records).map(([kind, n]) => count(n, kind, findKind(kind)!.plural));
    const decided = status === 'pending' ? (judged ? 'unsure' : '') : status;
    const why = status === 'pending' || reason === null ? '' : ` (${reason})`;
    const state = decided === '' ? '' : `${decided}${why}: `;
    const from = source === '' ? place : `${source}, ${place}`;
    const head = `  ${id}  ${state}${printable(name)} = ${company.name} (${company.domain}) by ${way}: ${waiting.join(', ') || 'nothing'} ${status === 'pending' ? 'held' : 'stored'} (${printable(from)})`;
    return [
      head,
      ...(judged ? [printJudged(judged)] : []),
      printLine('company', fieldTexts(company)),
      ...(row ? [printLine('row', fieldTexts(row))] : []),
      ...(match.agrees.length > 0 ? [printLine('agrees', match.agrees)] : []),
      ...(match.contradicts.length > 0 ? [printLine('differs', match.contradicts)] : []),
    ].join('\n');
  });
  return [
    'Matches that are not sure:',
    ...lines,
    'Review them with: npm run ingest -- matches accept <number…>, or reject',
  ].join('\n');
}

const MAX_LINE = 300;

/** Returns who judged before: `judged:  by Ann on 2026-11-27, because they differ (run 7)`. */
export const printJudged = ({ by, at, because, run }: Judged): string =>
  printLine('judged', [
    `by ${by ?? 'somebody'} on ${at.slice(0, 10)}${because === null ? '' : `, because ${because}`}${run === null ? '' : ` (run ${run})`}`,
  ]);

/** Returns facts in one line: `row: company_name Kelp; data.name IPO`. */
export function printLine(what: string, facts: string[]): string {
  const line = printable(`${`${what}:`.padEnd(8)} ${facts.join('; ')}`);
  return `       ${cut(line, MAX_LINE)}`;
}

export const fieldTexts = (record: Record<string, unknown>, prefix = ''): string[] =>
  Object.entries(record).flatMap(([field, value]) =>
    isObject(value)
      ? fieldTexts(value, `${prefix}${field}.`)
      : [`${prefix}${field} ${typeof value === 'string' ? value : JSON.stringify(value)}`],
  );

/** Returns the result of a review as text. */
export function printReview({ matches, pairs, stored, changed, deleted }: Review, status: Decision): string {
  const lines = [`${count(matches.length + pairs, 'match', 'matches')} ${status}`];
  for (const [what, numbers] of Object.entries({ Stored: stored, Changed: changed, Deleted: deleted })) {
    const counts = Object.entries(numbers).map(([kind, n]) => count(n, kind, findKind(kind)!.plural));
    if (counts.length > 0) lines.push(`${what}: ${counts.join(', ')}`);
  }
  return lines.join('\n');
}
