import { STATUS_CODES } from 'node:http';
import { themeOfPath } from '@dossier/embeds';
import { html } from './html.ts';
import { viewPage } from './page.ts';

const styles = `
html,body{height:100%}
body{margin:0;font:1rem/1.45 system-ui,sans-serif;background:#fff;background:light-dark(#fff,#15191e);color:#1a212b;color:light-dark(#1a212b,#eef1f4)}
main{box-sizing:border-box;display:grid;place-content:center;min-height:100%;padding:16px;text-align:center}
h1{margin:0;font-size:1.1rem}
p{margin:6px 0 0;max-width:34em;color:#58626e;color:light-dark(#58626e,#a5afba)}`;

/**
 * Returns the error page for a status, in the theme of the address. The page hides the cause, because strangers see it.
 * Any site may frame it, because it replaces an embed.
 */
export function viewErrorPage(status: number, path = ''): { page: string; policy: string } {
  const title = STATUS_CODES[status] ?? 'Error';
  const { heading, advice } = wordsFor(status) ?? { heading: title };
  return viewPage({
    title,
    styles,
    theme: themeOfPath(path),
    head: html`<meta name="robots" content="noindex" />`,
    body: html`<main>
      <h1>${heading}</h1>
      ${advice !== undefined && html`<p>${advice}</p>`}
    </main>`,
    framed: true,
  });
}

/** Returns advice for the readers of the page around the embed. */
function wordsFor(status: number): { heading: string; advice?: string } | undefined {
  if (status === 404) {
    return {
      heading: 'This content is not available.',
      advice: 'The publisher of the page around it can request it again.',
    };
  }
  if (status === 429) return { heading: 'Too many requests.', advice: 'Reload the page in a minute.' };
  return status >= 500
    ? { heading: 'This content cannot be shown just now.', advice: 'Reload the page in a minute.' }
    : undefined;
}
