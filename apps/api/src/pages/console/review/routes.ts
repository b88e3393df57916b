import { invalid, type ListedMatch } from '@dossier/shared';
import { findMatches, type MatchFilter } from '@dossier/store';
import type { Route } from '../../../services.ts';
import { filledIn } from '../../site/form-fields.ts';
import { consolePage, get, post, text } from '../console.ts';
import { storedKind } from '../kinds.ts';
import { askIngest, changeByIngest } from '../run.ts';
import { actorOf } from '../../../views/settings.ts';
import * as duplicates from './duplicates.ts';
import { pageOf } from './page-of.ts';
import { viewReview, WAYS } from './view.ts';

const filter = { source: text, kind: text, reason: text, all: text, from: text };

/** Returns a filter as the store knows it. @throws 400 */
const storedFilter = ({ source, kind, reason, all }: Record<string, string>): MatchFilter => ({
  ...{ source, all: all === 'true' },
  ...(reason !== undefined && { reason: wayOf(reason) }),
  ...(kind !== undefined && { kind: storedKind(kind) }),
});

function wayOf(reason: string): (typeof WAYS)[number] {
  const way = WAYS.find((each) => each === reason);
  if (!way) throw invalid('reason', `must be one of ${WAYS.join(', ')}`);
  return way;
}

/** Returns a filter as options of `matches`. */
const optionsOf = ({ source, kind, reason }: Record<string, string>): string[] => [
  ...(source ? [`--source=${source}`] : []),
  ...(kind ? [`--kind=${kind}`] : []),
  ...(reason ? [`--reason=${reason}`] : []),
];

/** Rejects an unknown decision. @throws 400 */
function requireDecision(decision: string): void {
  if (!['accept', 'reject', 'unsure'].includes(decision))
    throw invalid('decision', 'must be accept, reject or unsure');
}

export const routes: Route[] = [
  get(
    '/review',
    { name: 'getReview', needs: 'reader', input: filter },
    async (context, { from, ...fields }) => {
      const sent = filledIn(fields);
      const ids = await findMatches(context.db, storedFilter(sent));
      const { shown, ...links } = pageOf(context, ids, { path: '/review', sent, from });
      // A program takes a while to start, and would print all matches.
      const matches =
        shown.length === 0
          ? []
          : await askIngest<ListedMatch[]>(context, ['matches', 'list', '--json', ...shown.map(String)]);
      const body = viewReview(context, { sent, matches, total: ids.length, ...links });
      return consolePage(context, { title: 'Review', at: '/review', body });
    },
  ),
  post(
    '/review',
    { name: 'decideMatch', needs: 'editor', input: { ...filter, id: text, decision: text, because: text } },
    (context, { id, decision, because, ...fields }) => {
      requireDecision(decision);
      if (!/^[1-9]\d{0,8}$/.test(id)) throw invalid('id', 'must be the number of a match');
      const reason = because === '' ? [] : [`--because=${because}`];
      const query = new URLSearchParams(filledIn(fields));
      return changeByIngest(context, {
        args: ['matches', decision, '--json', `--actor=${actorOf(context.caller)}`, ...reason, id],
        ...{ subject: `match ${id}`, done: `/review${query.size > 0 ? `?${query}` : ''}` },
      });
    },
  ),
  post(
    '/review/all',
    { name: 'decideMatches', needs: 'editor', input: { ...filter, decision: text, because: text } },
    (context, { decision, because, from: _, ...fields }) => {
      requireDecision(decision);
      const { all: _all, ...sent } = filledIn(fields);
      if (!sent['source']) throw invalid('source', 'must name the source of the matches');
      const reason = because === '' ? [] : [`--because=${because}`];
      return changeByIngest(context, {
        args: [
          ...['matches', decision, '--json', `--actor=${actorOf(context.caller)}`, '--all'],
          ...optionsOf(sent),
          ...reason,
        ],
        ...{ subject: `matches of ${sent['source']}`, done: `/review?${new URLSearchParams(sent)}` },
      });
    },
  ),
  ...duplicates.routes,
];
