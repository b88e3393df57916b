import { html, type Markup } from '@dossier/pages';
import { consolePage, to, type Signed } from './console.ts';
import { facts, time } from './forms.ts';

const WORDS = {
  key: { secret: 'key', label: 'The new key', back: 'Back to the keys' },
  webhook: { secret: 'secret', label: 'The secret of the webhook', back: 'Back to the list' },
};

/** Returns the page that shows a new key, or the secret of a new webhook, once. @param back a path below `/console` */
export const viewSecret = (
  context: Signed,
  what: keyof typeof WORDS,
  { secret, expires_at, back }: { secret: string; expires_at?: string | null; back: string },
): Markup =>
  html`<h1>New ${what}</h1>
    <p role="status">Copy the ${WORDS[what].secret} now. It is not shown again.</p>
    <pre class="secret" tabindex="0" aria-label="${WORDS[what].label}">${secret}</pre>
    ${expires_at !== undefined && facts([['Expires', time(expires_at) ?? 'never']])}
    <p class="actions"><a href="${to(context, back)}">${WORDS[what].back}</a></p>`;

/** Returns the answer that shows a new key, once. */
export const showKey = (
  context: Signed,
  { key, expires_at }: { key: string; expires_at: string | null },
  { at, back }: { at: string; back: string },
) => {
  const body = viewSecret(context, 'key', { secret: key, expires_at, back });
  return consolePage(context, { title: 'New key', at, body });
};
