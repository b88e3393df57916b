import { hidden, html, input, type Markup } from '@dossier/pages';
import type { Listed } from '../reference.ts';
import { viewCode } from '../markdown.ts';
import { tryForm } from './form.ts';

/** The most characters of a response that a page shows. */
const MAX_CHARACTERS = 100_000;

/** The response of an operation. */
export interface Tried {
  status: number;
  body: unknown;
}

/** The addresses that these pages link to. */
interface Places {
  documentation: string;
  form: string;
  session: string;
  signOut: string;
}

/** Returns the form of an operation with its fields and, if it was sent, the response. */
export function viewTry(
  listed: Listed,
  places: Places,
  { sent, tried }: { sent: Record<string, string> | undefined; tried: Tried | undefined },
): Markup {
  const text = tried && JSON.stringify(tried.body, null, 2);
  return html`${viewHead(listed, places)} ${tryForm(listed, places.form, sent)}
    ${
      text !== undefined &&
      html`<h2 id="response">Response ${tried!.status}</h2>
        ${text.length > MAX_CHARACTERS && html`<p>The first ${MAX_CHARACTERS} of ${text.length} characters:</p>`}
        ${viewCode(text.slice(0, MAX_CHARACTERS))}`
    }
    <form method="post" action="${places.signOut}"><button>Sign out</button></form>`;
}

/** Returns the form that asks for an API key. */
export const viewTrySignIn = (
  listed: Listed,
  places: Places,
  { query, problem }: { query: string; problem?: string },
): Markup =>
  html`${viewHead(listed, places)}
    <form method="post" action="${places.session}">
      ${hidden({ operation: listed.endpoint.operationId, query })}
      <div class="fields">
        ${input({
          ...{ name: 'key', label: 'API key', type: 'password', problem },
          hint: 'The key is sent to this service only. The browser keeps a session of 8 hours instead of the key.',
        })}
      </div>
      <p class="actions"><button class="main">Sign in</button></p>
    </form>`;

const viewHead = ({ operation, method, path }: Listed, { documentation }: Places): Markup =>
  html`<h1>Try it: ${operation.summary}</h1>
    <p class="address">
      <b>${method}</b> <a href="${documentation}"><code>${path}</code></a>
    </p>`;
