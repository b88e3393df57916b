import { barePage, html, type Markup } from '@dossier/pages';
import { styles } from './styles.ts';
import type { Places } from './view.ts';

/** Returns a page beside the builder, such as the list of the saved embeds. */
export const builderPage = ({ builder }: Places, title: string, body: Markup, isWrong = false) =>
  barePage({
    title: `${isWrong ? 'Error: ' : ''}${title}`,
    styles,
    forms: true,
    head: html`<meta name="robots" content="noindex" />`,
    body: html`<header>
        <h1>${title}</h1>
        <a href="${builder}/saved">Saved embeds</a>
        <a href="${builder}/data">Your own data</a>
        <a href="${builder}">Make an embed</a>
        <form method="post" action="${builder}/sign-out"><button>Sign out</button></form>
      </header>
      <main>${body}</main>`,
  });
