import { STATUS_CODES } from 'node:http';
import { html } from './html.ts';
import { viewPage } from './page.ts';

const styles = `
body{margin:0;padding:32px 16px;font:15px/1.45 system-ui,sans-serif;background:Canvas;color:CanvasText;text-align:center}
p{margin:0;opacity:.75}`;

/**
 * Returns the error page for a status. The page hides the cause, because strangers see it. Any site may frame it,
 * because it replaces an embed.
 */
export function viewErrorPage(status: number): { page: string; policy: string } {
  const title = STATUS_CODES[status] ?? 'Error';
  return viewPage({
    title,
    styles,
    head: html`<meta name="robots" content="noindex" />`,
    body: html`<p>${textFor(status) ?? title}</p>`,
    framed: true,
  });
}

/** Returns a text for the readers of the page that shows the embed. */
function textFor(status: number): string | undefined {
  if (status === 404) return 'This content is not available.';
  return status >= 500 ? 'This content cannot be shown just now.' : undefined;
}
