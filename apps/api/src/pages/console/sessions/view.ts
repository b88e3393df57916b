import { column, html, table, type Markup } from '@dossier/pages';
import type { SessionListing } from '@dossier/store';
import { named } from '../../../views/words.ts';
import { may } from '../../../http/auth/roles.ts';
import { to, type Signed } from '../console.ts';
import { action, time } from '../forms.ts';

/** Returns the page of the sessions that the visitor may end. */
export function viewSessions(context: Signed, sessions: SessionListing[]): Markup {
  const { caller, session } = context;
  const { operator } = caller;
  return html`<h1>Console</h1>
    <p>
      You are
      ${operator ? html`${named(operator.name)}, ${operator.role} of this service` : html`${named(caller.organization)}`}.
      ${may(caller, 'admin') && html`<a href="${to(context, '/audit')}">Audit log</a>`}
    </p>
    ${action(context, '/sign-out', 'Sign out')}
    <h2>Sessions</h2>
    ${table('Sessions', sessions, [
      column.name('Who', who),
      column.wide('Role', ({ role }) => role),
      column.day('Began', ({ began_at }) => time(began_at) ?? html`<span class="none">link not used</span>`),
      column.day('Ends', ({ expires_at }) => time(expires_at)),
      column.action('Action', ({ id, operator: name, key_id }) =>
        id === session.id
          ? html`this session`
          : action(context, '/sessions/end', 'End', {
              ...{ values: { id }, of: `session of ${name ?? `key ${key_id}`}` },
            }),
      ),
    ])}
    <p class="quiet">Times are UTC.</p>`;
}

const who = ({ operator, organization, key_id }: SessionListing): Markup =>
  operator === null
    ? html`${named(organization ?? 'a deleted organization')}, key ${key_id ?? ''}`
    : named(operator);
