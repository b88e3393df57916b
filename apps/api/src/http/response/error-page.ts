import { STATUS_CODES } from 'node:http';
import { errorWords, isEmbed, themeOfPath } from '@dossier/embeds';
import { barePage, html } from '@dossier/pages';

const styles = `
html,body{height:100%}
body{margin:0;font:1rem/1.45 system-ui,sans-serif;background:#fff;background:light-dark(#fff,#15191e);color:#1a212b;color:light-dark(#1a212b,#eef1f4)}
main{box-sizing:border-box;display:grid;place-content:center;min-height:100%;padding:16px;text-align:center}
h1{margin:0;font-size:1.1rem}
p{margin:6px 0 0;max-width:34em;color:#58626e;color:light-dark(#58626e,#a5afba)}`;

/**
 * Returns the error page for a status, in the theme and the language of the address. The page of an embed hides the cause,
 * because strangers see it. On other pages, errors without words of their own, such as 400, show `message`. Any site may frame it,
 * because it replaces an embed.
 */
export function viewErrorPage(status: number, path = '', message?: string): { page: string; policy: string } {
  const { language, heading, advice } = errorWords(status, path) ?? {
    heading: STATUS_CODES[status] ?? 'Error',
    advice: isEmbed(path) ? undefined : message,
  };
  return barePage({
    title: heading,
    styles,
    ...(language && { language }),
    theme: themeOfPath(path),
    head: html`<meta name="robots" content="noindex" />`,
    body: html`<main>
      <h1>${heading}</h1>
      ${advice !== undefined && html`<p>${advice}</p>`}
    </main>`,
    framed: true,
  });
}
