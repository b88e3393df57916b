import { column, html, pager, pagesAround, table, type Markup } from '@dossier/pages';
import { documentTypeNames } from '@dossier/shared';
import { CURRENCY } from '../../../charts/points.ts';
import type { CountedCategory } from '../../../resources/categories/read.ts';
import { BUILDER } from '../../../resources/embeds/builder/contract.ts';
import { documentWebUrl } from '../../../views/links.ts';
import { amount, day, named } from '../../../views/words.ts';
import { figureOf } from '../companies/figures.ts';
import { offsetBefore, type CategoryContents } from './read.ts';

/** The companies of a ranking. */
const MAX_RANKED = 10;

/** Returns the query with which the builder ranks the largest companies. */
const rankingQuery = (companies: CategoryContents['companies']) =>
  new URLSearchParams({
    companies: companies
      .slice(0, MAX_RANKED)
      .map(({ slug }) => slug)
      .join(','),
    form: 'company-data-ranking',
  }).toString();

const path = (base: string, slug: string) => `${base}/categories/${encodeURIComponent(slug)}`;

/** Returns the body of the page of all categories. */
export const viewCategories = (categories: CountedCategory[], base: string): Markup =>
  html`<h1>Categories</h1>
    ${categories.length === 0 && html`<p role="status">No categories.</p>`}
    ${table(
      'Categories',
      categories,
      [
        column.name('Category', ({ name, slug }) => html`<a href="${path(base, slug)}">${named(name)}</a>`),
        column.number('Companies and documents', ({ items }) => items.toLocaleString('en')),
      ],
      { labelled: false },
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
        ${table('Largest companies', companies, [
          column.name(
            'Company',
            ({ slug, name }) =>
              html`<a href="${base}/companies/${encodeURIComponent(slug!)}">${named(name!)}</a>`,
          ),
          column.wide(
            'Country',
            ({ headquarters }) => headquarters?.country != null && named(headquarters.country),
          ),
          column.number('Valuation', (company) => amount(figureOf(company, 'valuation')!.value!, CURRENCY)),
        ])}
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
        ${table('Newest', items, [
          column.name(
            'Name',
            ({ type, slug, title }) =>
              html`<a
                href="${type === 'company' ? `${base}/companies/${encodeURIComponent(slug)}` : documentWebUrl(base, slug)}"
                >${named(title)}</a
              >`,
          ),
          column.wide(
            'Kind',
            (item) => html`${item.type === 'company' ? 'Company' : documentTypeNames[item.meta.doc_type]}`,
          ),
          column.day('Published', ({ published_at }) => day(published_at)),
        ])}
        ${pager(pagesAround(to(offsetBefore(contents)), to(next)))}`
    }`;
}
