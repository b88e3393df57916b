import { invalid } from '@dossier/shared';
import type { Route } from '../../../services.ts';
import { filledIn } from '../../site/form-fields.ts';
import { consolePage, consoleRoute, text, to } from '../console.ts';
import { askIngest, changeByIngest } from '../run.ts';
import { viewReview } from './view.ts';

/** A match, as `ingest matches` prints it. */
export interface Match {
  id: number;
  source: string;
  way: string;
  name: string;
  status: string;
  reason: string | null;
  place: string;
  company: { name: string; domain: string } & Record<string, unknown>;
  row: Record<string, unknown> | null;
  agrees: string[];
  contradicts: string[];
  records: Record<string, number>;
}

const SHOWN = 25;
const filter = { source: text, kind: text, reason: text, all: text, from: text };

/** Returns the options of `matches list` for a filter. */
const optionsOf = ({ source, kind, reason, all }: Record<string, string>): string[] => [
  ...(source ? [`--source=${source}`] : []),
  ...(kind ? [`--kind=${kind}`] : []),
  ...(reason ? [`--reason=${reason}`] : []),
  ...(all === 'true' ? ['--all'] : []),
];

/** @throws 400 */
function requireDecision(decision: string): void {
  if (decision !== 'accept' && decision !== 'reject') throw invalid('decision', 'must be accept or reject');
}

export const routes: Route[] = [
  consoleRoute(
    { method: 'GET', path: '/console/review', name: 'getReview', needs: 'reader', input: filter },
    async (context, { from, ...fields }) => {
      const sent = filledIn(fields);
      const all = await askIngest<Match[]>(context, ['matches', 'list', '--json', ...optionsOf(sent)]);
      const begin = /^\d{1,9}$/.test(from) ? Number(from) : 0;
      const page = (place: number) =>
        place < 0 || place >= all.length
          ? undefined
          : to(context, `/review?${new URLSearchParams({ ...sent, from: String(place) })}`);
      const body = viewReview(context, {
        sent,
        matches: all.slice(begin, begin + SHOWN),
        total: all.length,
        next: page(begin + SHOWN),
        previous: begin === 0 ? undefined : page(Math.max(0, begin - SHOWN)),
      });
      return consolePage(context, { title: 'Review', at: '/review', body });
    },
  ),
  consoleRoute(
    {
      ...{ method: 'POST', path: '/console/review', name: 'decideMatch', needs: 'editor' },
      input: { ...filter, id: text, decision: text, because: text },
    },
    (context, { id, decision, because, ...fields }) => {
      requireDecision(decision);
      if (!/^[1-9]\d{0,8}$/.test(id)) throw invalid('id', 'must be the number of a match');
      const reason = because === '' ? [] : [`--because=${because}`];
      const query = new URLSearchParams(filledIn(fields));
      return changeByIngest(context, {
        args: ['matches', decision, '--json', ...reason, id],
        ...{ subject: `match ${id}`, done: `/review${query.size > 0 ? `?${query}` : ''}` },
      });
    },
  ),
  consoleRoute(
    {
      ...{ method: 'POST', path: '/console/review/all', name: 'decideMatches', needs: 'editor' },
      input: { ...filter, decision: text, because: text },
    },
    (context, { decision, because, from: _, ...fields }) => {
      requireDecision(decision);
      const { all: _all, ...sent } = filledIn(fields);
      if (!sent['source']) throw invalid('source', 'must name the source of the matches');
      const reason = because === '' ? [] : [`--because=${because}`];
      return changeByIngest(context, {
        args: ['matches', decision, '--json', '--all', ...optionsOf(sent), ...reason],
        ...{ subject: `matches of ${sent['source']}`, done: `/review?${new URLSearchParams(sent)}` },
      });
    },
  ),
];
