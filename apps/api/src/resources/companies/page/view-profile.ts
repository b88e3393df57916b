import { linkAddress, plainText } from '@dossier/embeds';
import { html, type Markup } from '@dossier/pages';
import { pictureId, type CompanyDetail } from '@dossier/shared';
import { pictureUrl } from '../../../views/links.ts';
import type { CompanyPageRows } from './read.ts';
import { day, link, named, words } from '../../../views/words.ts';

const MAX_TEXT = 3000;
const MAX_NAMES = 12;

/** Returns the paragraphs of a text. */
export const paragraphsOf = (text: string): string[] =>
  text
    .slice(0, MAX_TEXT)
    .split(/\n\s*\n/)
    .map((paragraph) => plainText(paragraph, MAX_TEXT))
    .filter((paragraph) => paragraph !== '');

/** Returns the logo if this service hosts it. The page loads nothing from third parties. */
export function viewLogo({ company }: CompanyPageRows, publicUrl: string): Markup | undefined {
  const logo = JSON.parse(company.logo_json ?? 'null') as CompanyDetail['logo'];
  if (logo === null || pictureId(logo.url) === undefined) return undefined;
  const { width, height } = logo.dimensions;
  return html`<img
    class="logo"
    src="${pictureUrl(publicUrl, logo.url)}"
    alt=""
    width="${width}"
    height="${height}"
  />`;
}

/**
 * Returns the facts of a company's profile: place, people, listings and names.
 * @param base the path of the site, which has pages of categories; undefined without it
 */
export function viewFacts(
  { company, categories, listings }: CompanyPageRows,
  base: string | undefined,
): Markup {
  const people = JSON.parse(company.key_people_json) as CompanyDetail['key_people'];
  const entities = JSON.parse(company.legal_entities_json) as CompanyDetail['legal_entities'];
  const social = JSON.parse(company.social_json) as CompanyDetail['social'];
  const names = (items: { name: string }[]) => items.map(({ name }) => named(name));
  const place = [company.headquarters_city, company.headquarters_country].flatMap((part) => part ?? []);
  const facts: [label: string, several: string, values: Markup[]][] = [
    ['Founded', 'Founded', company.founding_year === null ? [] : [html`${company.founding_year}`]],
    ['Headquarters', 'Headquarters', place.length === 0 ? [] : [named(place.join(', '))]],
    ['Founder', 'Founders', names(people.founders)],
    ['Chief executive', 'Chief executives', names(people.ceo)],
    ['Listed as', 'Listed as', listings.rows.map(viewListing)],
    [
      'Category',
      'Categories',
      base === undefined
        ? names(categories)
        : categories.map(
            ({ slug, name }) =>
              html`<a href="${base}/categories/${encodeURIComponent(slug)}">${named(name)}</a>`,
          ),
    ],
    [
      'Legal name',
      'Legal names',
      entities.map(({ name, country }) => named(country ? `${name} (${country})` : name)),
    ],
    ['Website', 'Website', [link(`https://${company.domain}/`, named(company.domain))]],
    [
      'Profile',
      'Profiles',
      social.filter(({ url }) => linkAddress(url)).map(({ url, type }) => link(url, named(words(type)))),
    ],
    ['SEC number (CIK)', 'SEC number (CIK)', company.cik === null ? [] : [named(company.cik)]],
  ];
  return html`<dl class="facts">
    ${facts
      .filter(([, , values]) => values.length > 0)
      .map(
        ([label, several, values]) =>
          html`<div>
            <dt>${values.length > 1 ? several : label}</dt>
            <dd>
              ${values.slice(0, MAX_NAMES).map((value, i) => html`${i > 0 && ', '}${value}`)}${
                values.length > MAX_NAMES && ` and ${values.length - MAX_NAMES} more`
              }
            </dd>
          </div>`,
      )}
  </dl>`;
}

function viewListing({ ticker, venue, listed_at }: CompanyPageRows['listings']['rows'][number]): Markup {
  const at = venue === '' ? undefined : html` on ${named(venue)}`;
  return html`${named(ticker)}${at}${listed_at !== null && html` since ${day(listed_at)}`}`;
}
