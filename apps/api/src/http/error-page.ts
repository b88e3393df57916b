import { STATUS_CODES } from 'node:http';
import { html } from './html.ts';
import { viewPage } from './page.ts';

const styles = `
body{margin:0;padding:32px 16px;font:15px/1.45 system-ui,sans-serif;background:Canvas;color:CanvasText;text-align:center}
p{margin:0;opacity:.75}`;

/**
 * Returns the error page for a status. It shows no cause, because strangers see it, and any site may frame it, because
 * it appears in the place of an embed.
 */
export function viewErrorPage(status: number): { page: string; policy: string } {
  const title = STATUS_CODES[status] ?? 'Error';
  return viewPage({
    title,
    styles,
    head: html`<meta name="robots" content="noindex" />`,
    body: html`<p>${wordsOf(status) ?? title}</p>`,
    framed: true,
  });
}

/** Returns the text for readers of the page around an embed. */
function wordsOf(status: number): string | undefined {
  if (status === 404) return 'This content is not available.';
  return status >= 500 ? 'This content cannot be shown just now.' : undefined;
}
