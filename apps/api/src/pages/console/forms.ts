import { hidden, html, type Markup } from '@dossier/pages';
import { to, type Signed } from './console.ts';
import { listInput } from '@dossier/shared';
import { z } from 'zod';
import { scopeNames } from '../../http/auth/scopes.ts';

/**
 * Returns a form that acts. It has the token of the session.
 * @param path the path below `/console`
 * @param parts `of` names the record in a table whose rows have the same button
 */
export const action = (
  context: Signed,
  path: string,
  button: string,
  {
    values = {},
    of,
    fields,
    main = false,
    hasFile = false,
  }: {
    values?: Record<string, string>;
    of?: string;
    fields?: Markup;
    main?: boolean;
    hasFile?: boolean;
  } = {},
): Markup =>
  html`<form method="post" action="${to(context, path)}" ${hasFile && html`enctype="multipart/form-data"`}>
    ${hidden({ token: context.session.form, ...values })}
    ${fields && html`<div class="fields">${fields}</div>`}
    <button ${main && html`class="main"`} ${of !== undefined && html`aria-label="${button} ${of}"`}>
      ${button}
    </button>
  </form>`;

/** Returns fields with their names, as a list. A field without a value is left out. */
export function facts(pairs: [name: string, value: Markup | string | number | null | undefined][]): Markup {
  const known = pairs.filter(([, value]) => value !== undefined && value !== null && value !== '');
  return html`<dl class="facts">
    ${known.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}

/** Returns a time to the minute, in UTC. */
export const time = (at: string | null | undefined): Markup | undefined =>
  at == null ? undefined : html`<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')}</time>`;

/** The boxes of a form that makes a key. */
export const scopesInput = listInput(z.enum(scopeNames), scopeNames.length).optional();
