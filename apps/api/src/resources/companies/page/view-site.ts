import { html, type Markup } from '@dossier/pages';
import type { CompanyRef } from '@dossier/store';
import { companyWebUrl } from '../../../views/links.ts';
import { named } from '../../../views/words.ts';
import type { Neighbours } from './read-neighbours.ts';

/** What the page has only as a part of the site: the path of the site, and the companies around this one. */
export interface Site {
  base: string;
  around: Neighbours;
}

const linkTo = (base: string, { slug, name }: CompanyRef, rel?: 'prev' | 'next'): Markup =>
  html`<a href="${companyWebUrl(base, slug)}" ${rel && html`rel="${rel}"`}>${named(name)}</a>`;

/** Returns the links to the companies before and after this one in the ranking, and to a comparison. */
export function viewWays({ base, around: { previous, next, peers } }: Site, { slug }: CompanyRef): Markup {
  const companies = [slug, ...peers.slice(0, 3).map((peer) => peer.slug)].join(',');
  return html`<p class="actions screen">
    ${
      peers.length > 0 &&
      html`<a href="${base}/compare?companies=${encodeURIComponent(companies)}" rel="nofollow">Compare</a>`
    }
    ${previous && html`<span>Larger valuation: ${linkTo(base, previous, 'prev')}</span>`}
    ${next && html`<span>Smaller valuation: ${linkTo(base, next, 'next')}</span>`}
  </p>`;
}

/** Returns companies of similar size in the same categories. */
export const viewPeers = ({ base, around: { peers } }: Site): Markup =>
  html`<ul class="list">
    ${peers.map((peer) => html`<li>${linkTo(base, peer)}</li>`)}
  </ul>`;

/** Returns the links to all rows of a list of the company, as a page and as CSV. */
export function viewAll(
  { base }: Site,
  { domain }: CompanyRef,
  { path, title, query = {} }: { path: string; title: string; query?: Record<string, string> },
): Markup {
  const sent = new URLSearchParams({ company_domain: domain, ...query }).toString();
  return html`<span class="screen">
    <a href="${base}${path}?${sent}" rel="nofollow">All: ${title.toLowerCase()}</a>,
    <a href="${base}${path}.csv?${sent}" rel="nofollow" download>CSV</a>
  </span>`;
}
