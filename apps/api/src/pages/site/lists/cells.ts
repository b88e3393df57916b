import { html, type Markup } from '@dossier/pages';
import { named } from '../../../views/words.ts';
import type { Seen } from '../list/declare.ts';

/** Returns the path of a company's page; the list of companies if it is not stored any more. */
export function companyPath({ base, companies }: Seen, id: number): string {
  const slug = companies.get(id)?.slug;
  return slug === undefined ? `${base}/companies` : `${base}/companies/${encodeURIComponent(slug)}`;
}

/** Returns the name of a company as a link to its page. */
export function companyLink(seen: Seen, id: number): Markup | undefined {
  const company = seen.companies.get(id);
  return company && html`<a href="${companyPath(seen, id)}">${named(company.name)}</a>`;
}

/** Returns the names of companies as links. */
export const companyLinks = (seen: Seen, ids: number[]): Markup | undefined =>
  ids.length === 0 ? undefined : html`${ids.map((id, i) => html`${i > 0 && ', '}${companyLink(seen, id)}`)}`;
