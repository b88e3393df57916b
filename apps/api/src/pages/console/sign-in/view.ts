import { hidden, html, input, type Markup } from '@dossier/pages';
import type { Context } from '../../../services.ts';
import { to } from '../console.ts';

/** Returns the page that asks for an API key, or for one click if the address has a link. */
export const viewSignIn = (
  context: Context,
  { link, next, problem }: { link?: string; next?: string; problem?: string },
): Markup =>
  html`<h1>Console</h1>
    ${
      link !== undefined && link !== ''
        ? html`<p>This link signs you in once. The session ends after 8 hours.</p>
            <form method="post" action="${to(context, '/session')}">
              ${hidden({ link })}
              <p class="actions"><button class="main">Sign in</button></p>
            </form>`
        : html`<form method="post" action="${to(context, '/session')}">
              ${next !== undefined && next !== '' && hidden({ next })}
              <div class="fields">
                ${input({
                  ...{ name: 'key', label: 'API key', type: 'password', problem },
                  hint: 'The key is sent to this service only. The browser keeps a session of 8 hours instead of the key.',
                })}
              </div>
              <p class="actions"><button class="main">Sign in</button></p>
            </form>
            <p class="quiet">
              Operators sign in with a link, which <code>npm run admin -- console-link</code> makes.
            </p>`
    }`;
