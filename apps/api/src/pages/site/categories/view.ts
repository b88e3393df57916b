import { html, pager, table, type Markup } from '@dossier/pages';
import { documentTypeNames } from '@dossier/shared';
import { CURRENCY } from '../../../charts/points.ts';
import type { CountedCategory } from '../../../resources/categories/read.ts';
import { BUILDER } from '../../../resources/embeds/builder/contract.ts';
import { documentWebUrl } from '../../../views/links.ts';
import { amount, day, named } from '../../../views/words.ts';
import { figureOf } from '../companies/figures.ts';
import { offsetBefore, type CategoryContents } from './read.ts';

/** The companies of a ranking. */
const MOST_RANKED = 10;

/** Returns the query with which the builder ranks the largest companies. */
const rankingQuery = (companies: CategoryContents['companies']) =>
  new URLSearchParams({
    companies: companies
      .slice(0, MOST_RANKED)
      .map(({ slug }) => slug)
      .join(','),
    form: 'company-data-ranking',
  }).toString();

const path = (base: string, slug: string) => `${base}/categories/${encodeURIComponent(slug)}`;

/** Returns the body of the page of all categories. */
export const viewCategories = (categories: CountedCategory[], base: string): Markup =>
  html`<h1>Categories</h1>
    ${table<CountedCategory>(
      'Categories',
      [
        {
          ...{ title: 'Category', kind: 'name' },
          cell: ({ name, slug }) => html`<a href="${path(base, slug)}">${named(name)}</a>`,
        },
        {
          ...{ title: 'Companies and documents', kind: 'number' },
          cell: ({ items }) => html`${items.toLocaleString('en')}`,
        },
      ],
      categories,
    )}`;

/** Returns the body of the page of a category. */
export function viewCategory(contents: CategoryContents, base: string): Markup {
  const { category, companies, hasMore, items, total, next } = contents;
  const query = (sort = {}) => new URLSearchParams({ category: category.slug, ...sort }).toString();
  const to = (offset: number | undefined) =>
    offset === undefined ? undefined : `${path(base, category.slug)}${offset > 0 ? `?offset=${offset}` : ''}`;
  return html`<p class="quiet"><a href="${base}/categories">Categories</a></p>
    <h1>${named(category.name)}</h1>
    <p role="status">
      ${total.toLocaleString('en')} ${total === 1 ? 'company or document' : 'companies and documents'}.
    </p>
    <p class="actions screen">
      <a href="${base}/companies?${query()}">Companies with filters</a>
      ${
        companies.length > 1 &&
        html`<a href="${base}${BUILDER}?${rankingQuery(companies)}" rel="nofollow"
          >Make a ranking to embed</a
        >`
      }
      <a href="${base}/companies.csv?${query()}" rel="nofollow" download>Companies as CSV</a>
    </p>
    ${
      companies.length > 0 &&
      html`<h2>Largest companies</h2>
        ${table(
          'Largest companies',
          [
            {
              ...{ title: 'Company', kind: 'name' },
              cell: ({ slug, name }) =>
                html`<a href="${base}/companies/${encodeURIComponent(slug!)}">${named(name!)}</a>`,
            },
            {
              ...{ title: 'Country', kind: 'wide' },
              cell: ({ headquarters }) =>
                headquarters?.country == null ? undefined : named(headquarters.country),
            },
            {
              ...{ title: 'Valuation', kind: 'number' },
              cell: (company) => amount(figureOf(company, 'valuation')!.value!, CURRENCY),
            },
          ],
          companies,
          { labelled: true },
        )}
        ${
          hasMore &&
          html`<p class="actions">
            <a href="${base}/companies?${query({ sort: 'valuation' })}">All by valuation</a>
          </p>`
        }`
    }
    ${
      items.length > 0 &&
      html`<h2>Newest</h2>
        ${table(
          'Newest',
          [
            {
              ...{ title: 'Name', kind: 'name' },
              cell: ({ type, slug, title }) =>
                html`<a
                  href="${type === 'company' ? `${base}/companies/${encodeURIComponent(slug)}` : documentWebUrl(base, slug)}"
                  >${named(title)}</a
                >`,
            },
            {
              ...{ title: 'Kind', kind: 'wide' },
              cell: (item) =>
                html`${item.type === 'company' ? 'Company' : documentTypeNames[item.meta.doc_type]}`,
            },
            { title: 'Published', kind: 'day', cell: ({ published_at }) => day(published_at) },
          ],
          items,
          { labelled: true },
        )}
        ${pager([
          { href: to(offsetBefore(contents)), text: 'Previous page', rel: 'prev' },
          { href: to(next), text: 'Next page', rel: 'next' },
        ])}`
    }`;
}
