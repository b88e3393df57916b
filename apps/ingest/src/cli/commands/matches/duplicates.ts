import type { Duplicate } from '@dossier/shared';
import { printable } from '../../../report/printable.ts';
import { show } from '../../database.ts';
import type { MatchesFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { judgePair, listDuplicates } from '../../../edits/duplicates.ts';
import { fieldTexts, printJudged, printLine } from './print.ts';
import { change } from '../../runs/change.ts';

/** Prints pairs of companies that may be one, by default without those that are different. */
export const runDuplicates = (io: Io, { json, all, limit }: MatchesFlags): Promise<number> =>
  show(io, { json }, (db) => listDuplicates(db, { all, limit }), printPairs);

/** Stores what a person judged about two companies, and prints it. */
export const runPair = (
  io: Io,
  status: 'different' | 'unsure',
  domains: [string, string],
  { json, because, actor }: MatchesFlags,
): Promise<number> =>
  change(
    io,
    { json, because },
    {
      name: { command: `matches ${status}`, kind: 'company', source: domains.join(' ') },
      work: ({ db, run }) => judgePair({ db, domains, status, by: actor, run }),
      countsOf: () => ({ matches: 1 }),
      print: () => printable(`${domains.join(' and ')}: ${status}`),
      isUnsearched: true,
    },
  );

function printPairs(pairs: Duplicate[]): string {
  if (pairs.length === 0) return 'No companies that may be one.';
  const lines = pairs.map(({ name, companies, agrees, contradicts, status, judged, changed }) =>
    [
      `  ${printable(name)}: ${companies.map(({ domain }) => domain).join(' = ')}${status === 'open' ? '' : `, ${status}`}`,
      ...companies.map((company) => printLine('company', fieldTexts(company))),
      ...(agrees.length > 0 ? [printLine('agrees', agrees)] : []),
      ...(contradicts.length > 0 ? [printLine('differs', contradicts)] : []),
      ...(judged ? [printJudged(judged)] : []),
      ...(changed.length > 0 ? [printLine('changed', changed)] : []),
    ].join('\n'),
  );
  return [
    'Companies that may be one:',
    ...lines,
    'Join two with: npm run ingest -- merge companies <domain> <other> --dry-run; or use matches duplicates different',
  ].join('\n');
}
