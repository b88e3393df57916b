import { fail } from '@dossier/shared';
import { audited, endSession, listAudit } from '@dossier/store';
import { column, html, table } from '@dossier/pages';
import type { Route } from '../../../services.ts';
import { named } from '../../../views/words.ts';
import { actorOf } from '../../../views/settings.ts';
import { consolePage, get, post, seeOther, text } from '../console.ts';
import { time } from '../forms.ts';
import { readSessions } from './read.ts';

const SHOWN = 200;

export const routes: Route[] = [
  post(
    '/sessions/end',
    { name: 'endSession', needs: 'member', input: { id: text } },
    async (context, { id }) => {
      if (!(await readSessions(context)).some((session) => session.id === id)) throw fail('not_found');
      const entry = { actor: actorOf(context.caller), action: 'sessions end', subject: id };
      await audited(context.db, entry, (trx) => endSession(trx, id));
      return seeOther(context, '');
    },
  ),
  get('/audit', { name: 'getAudit', needs: 'admin' }, async (context) => {
    const lines = await listAudit(context.db, SHOWN);
    const body = html`<h1>Audit log</h1>
      <p>
        The last ${lines.length} changes of organizations, keys and sessions, and the actions of the console.
      </p>
      ${table('Audit log', lines, [
        column.name('Action', ({ action, subject }) => html`${named(action)} ${named(subject)}`),
        column.wide('Who', ({ actor }) => named(actor)),
        column.wide('Details', ({ details }) => details !== null && named(JSON.stringify(details))),
        column.day('Time', ({ at }) => time(at)),
      ])}`;
    return consolePage(context, { title: 'Audit log', body });
  }),
];
