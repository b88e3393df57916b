import { invalid, type Duplicate } from '@dossier/shared';
import type { Route } from '../../../services.ts';
import { actorOf } from '../../../views/settings.ts';
import { consolePage, get, post, text } from '../console.ts';
import { askIngest, changeByIngest } from '../run.ts';
import { limitOf, MAX_LISTED, pageOf } from './page-of.ts';
import { viewDuplicates } from './view-duplicates.ts';

const PATH = '/review/duplicates';

export const routes: Route[] = [
  get(
    '/review/duplicates',
    { name: 'getDuplicates', needs: 'reader', input: { all: text, from: text } },
    async (context, { all, from }) => {
      const sent: Record<string, string> = all === 'true' ? { all } : {};
      const limit = `--limit=${limitOf(from)}`;
      const args = ['matches', 'duplicates', 'list', '--json', limit, ...(sent['all'] ? ['--all'] : [])];
      const pairs = await askIngest<Duplicate[]>(context, args);
      const { shown, ...links } = pageOf(context, pairs, { path: PATH, sent, from, most: MAX_LISTED });
      const body = viewDuplicates(context, { sent, pairs: shown, found: pairs.length, ...links });
      return consolePage(context, { title: 'Probable duplicates', at: '/review', body });
    },
  ),
  post(
    '/review/duplicates',
    {
      name: 'judgePair',
      needs: 'editor',
      input: { all: text, one: text, other: text, decision: text, because: text },
    },
    (context, { all, one, other, decision, because }) => {
      if (decision !== 'different' && decision !== 'unsure')
        throw invalid('decision', 'must be different or unsure');
      for (const [name, value] of Object.entries({ one, other }))
        if (value === '') throw invalid(name, 'must be the domain of a company');
      const reason = because === '' ? [] : [`--because=${because}`];
      const actor = `--actor=${actorOf(context.caller)}`;
      return changeByIngest(context, {
        args: ['matches', 'duplicates', decision, '--json', actor, ...reason, '--', one, other],
        ...{ subject: `${one} ${other}`, done: `${PATH}${all === 'true' ? '?all=true' : ''}` },
      });
    },
  ),
  post(
    '/review/reopen',
    { name: 'reopenMatches', needs: 'editor', input: { id: text, run: text, back: text } },
    (context, { id, run, back }) => {
      const isNumber = (value: string) => /^[1-9]\d{0,8}$/.test(value);
      if (!isNumber(id) && !isNumber(run)) throw invalid('id', 'must be the number of a match');
      const which = isNumber(id) ? id : `--run=${run}`;
      return changeByIngest(context, {
        args: ['matches', 'reopen', '--json', `--actor=${actorOf(context.caller)}`, which],
        subject: isNumber(id) ? `match ${id}` : `matches of run ${run}`,
        done: /^\/review(\/duplicates)?(\?[!-~]*)?$/.test(back) ? back : '/review',
      });
    },
  ),
];
