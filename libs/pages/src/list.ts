import { html, type Markup } from './html.ts';

/** Returns a form of filters, which opens if a value is wrong. */
export const filters = ({
  action,
  title,
  button,
  fields,
  isOpen = false,
}: {
  action: string;
  title: string;
  button: string;
  fields: (Markup | Markup[])[];
  isOpen?: boolean;
}): Markup =>
  html`<form action="${action}">
    <details ${isOpen && html`open`}>
      <summary>${title}</summary>
      <div class="fields">${fields}</div>
      <p class="actions"><button class="main">${button}</button> <a href="${action}">Clear</a></p>
    </details>
  </form>`;

type Address = string | undefined | null | false;

interface PageLink {
  href: Address;
  text: string;
  rel?: 'prev' | 'next';
}

/** Returns the links to the pages before and after one. */
export const pagesAround = (previous: Address, next: Address): PageLink[] => [
  { href: previous, text: 'Previous page', rel: 'prev' },
  { href: next, text: 'Next page', rel: 'next' },
];

/** Returns the links to other pages of a list. A link without an address is left out. */
export function pager(links: PageLink[]): Markup {
  const known = links.filter(({ href }) => typeof href === 'string');
  return known.length === 0
    ? html``
    : html`<nav class="links pages screen" aria-label="Pages">
        <ul>
          ${known.map(
            ({ href, text, rel }) =>
              html`<li>
                <a href="${href}" rel="${rel === undefined ? 'nofollow' : `${rel} nofollow`}">${text}</a>
              </li>`,
          )}
        </ul>
      </nav>`;
}
