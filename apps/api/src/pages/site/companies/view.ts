import { checks, html, input, select, table, type Column, type Markup } from '@dossier/pages';
import type { CompanySummary } from '../../../resources/company-search/contract.ts';
import { CURRENCY } from '../../../charts/points.ts';
import { amount, day, named } from '../../../views/words.ts';
import { columns as titles, type ColumnName } from './contract.ts';
import { figuresOf } from './figures.ts';

/** The contents of the page. */
export interface CompaniesPage {
  base: string;
  publicUrl: string;
  /** What the form sent, without empty fields. */
  sent: Record<string, string>;
  columns: ColumnName[];
  problems: Record<string, string>;
  categories: { name: string; slug: string }[];
  sentence: string;
  companies: CompanySummary[];
  total: number;
  next: string | null;
  previous: string | null;
}

/** Returns the body of the page. */
export function viewCompanies(page: CompaniesPage): Markup {
  const { base, sentence, companies, total, next, previous, problems } = page;
  const to = (changes: Record<string, string | undefined>, path = '/companies') =>
    addressOf(page, changes, path);
  const isWrong = Object.keys(problems).length > 0;
  return html`<h1>Companies</h1>
    ${viewForm(page)}
    ${
      !isWrong &&
      html`<p role="status">
          ${sentence} ${total === 1 ? '1 company' : `${total.toLocaleString('en')} companies`}.
        </p>
        <div class="actions screen">
          <a href="${to({}, '/companies.csv')}" rel="nofollow" download>All rows as CSV</a>
          ${viewRequest(page)}
        </div>
        ${
          companies.length > 0 &&
          table('Companies', viewColumns(page), companies, {
            labelled: true,
            scrolls: page.columns.length > 6,
          })
        }
        <nav class="links" aria-label="Pages">
          <ul>
            ${previous !== null && html`<li><a href="${to({ page_before: previous })}" rel="prev nofollow">Previous page</a></li>`}
            ${next !== null && html`<li><a href="${to({ page_after: next })}" rel="next nofollow">Next page</a></li>`}
          </ul>
        </nav>`
    }
    ${isWrong && html`<p class="actions"><a href="${base}/companies">All companies</a></p>`}`;
}

/** Returns the address of a page with the same filter and columns. */
function addressOf(
  { base, sent, columns }: CompaniesPage,
  changes: Record<string, string | undefined>,
  path: string,
): string {
  const { page_after: _, page_before: _before, ...filter } = sent;
  const all = { ...filter, ...(path === '/companies' && { columns: columns.join(',') }), ...changes };
  const query = new URLSearchParams(
    Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return `${base}${path}${query.size > 0 ? `?${query}` : ''}`;
}

function viewForm({ base, sent, problems, categories, columns }: CompaniesPage): Markup {
  const field = (name: string, label: string) => ({
    name,
    label,
    value: sent[name],
    problem: problems[name],
  });
  const range = (name: string, label: string) =>
    html`${input(field(`${name}_gte`, `${label} from`))} ${input(field(`${name}_lte`, `${label} to`))}`;
  const any = { value: '', text: 'Any' };
  const isOpen = Object.keys(problems).length > 0;
  return html`<form action="${base}/companies">
    <details ${isOpen && html`open`}>
      <summary>Filters, order and columns</summary>
      <div class="fields">
        ${input({ ...field('name', 'Name'), hint: 'The beginning of a name' })}
        ${select({
          ...field('category', 'Category'),
          choices: [any, ...categories.map(({ name, slug }) => ({ value: slug, text: name }))],
        })}
        ${input({ ...field('country', 'Country'), hint: 'Such as United Kingdom' })}
        ${select({
          ...field('type', 'Type'),
          choices: [any, { value: 'private', text: 'Private' }, { value: 'public', text: 'Public' }],
        })}
        ${input(field('ticker', 'Ticker'))} ${range('founded', 'Founded')}
        ${range('valuation', 'Valuation in US dollars')} ${range('revenue', 'Revenue in US dollars')}
        ${range('total_funding', 'Total funding in US dollars')}
        ${input({ ...field('updated_at_gte', 'Changed since'), type: 'date' })}
        ${select({
          ...field('sort', 'Order'),
          choices: [
            { value: '', text: 'As added' },
            { value: 'valuation', text: 'Largest valuation first' },
            { value: 'revenue', text: 'Largest revenue first' },
            { value: 'total_funding', text: 'Largest total funding first' },
          ],
        })}
        ${checks(
          'columns',
          'Columns',
          Object.entries(titles).map(([value, text]) => ({
            ...{ value, text },
            checked: columns.includes(value as ColumnName),
          })),
        )}
      </div>
      <p class="actions">
        <button class="main">Show companies</button> <a href="${base}/companies">Clear</a>
      </p>
    </details>
  </form>`;
}

/** Returns the API request for what the page shows. */
function viewRequest({ publicUrl, sent }: CompaniesPage): Markup {
  const { page_after: _, page_before: _before, ...filter } = sent;
  const address = `${publicUrl}/api/v1/search/companies/?${new URLSearchParams({ ...filter, page_size: '100' })}`;
  return html`<details>
    <summary>As an API request</summary>
    <pre tabindex="0" aria-label="A request with curl">
curl -H "Authorization: Token $KEY" '${address.replaceAll("'", '%27')}'</pre>
  </details>`;
}

function viewColumns(page: CompaniesPage): Column<CompanySummary>[] {
  const { base, sent, columns } = page;
  const figure = (metric: 'valuation' | 'revenue' | 'total_funding'): Column<CompanySummary> => ({
    title: titles[metric],
    kind: 'number',
    cell: (company) => {
      const found = figuresOf(company)[metric];
      return found && amount(found.value!, CURRENCY);
    },
    sort: {
      href: addressOf(page, { sort: metric }, '/companies'),
      direction: sent['sort'] === metric ? 'descending' : undefined,
    },
  });
  const text = (title: string, cell: Column<CompanySummary>['cell']): Column<CompanySummary> => ({
    ...{ title, cell, kind: 'wide' },
  });
  const all: Record<ColumnName, Column<CompanySummary>> = {
    type: text(titles.type, ({ type }) => html`${type === 'public' ? 'Public' : 'Private'}`),
    country: text(titles.country, ({ headquarters }) =>
      headquarters?.country == null ? undefined : named(headquarters.country),
    ),
    founded: {
      ...{ title: titles.founded, kind: 'number' },
      cell: ({ founding_year }) => (founding_year == null ? undefined : html`${founding_year}`),
    },
    categories: text(titles.categories, ({ categories = [] }) =>
      categories.length === 0
        ? undefined
        : html`${categories.map(
            ({ name, slug }, i) =>
              html`${i > 0 && ', '}<a href="${base}/companies?category=${encodeURIComponent(slug)}"
                  >${named(name)}</a
                >`,
          )}`,
    ),
    ticker: text(titles.ticker, ({ listings = [] }) =>
      listings.length === 0 ? undefined : named(listings.map(({ ticker }) => ticker).join(', ')),
    ),
    valuation: figure('valuation'),
    revenue: figure('revenue'),
    total_funding: figure('total_funding'),
    changed: { title: titles.changed, kind: 'day', cell: ({ updated_at }) => day(updated_at!) },
  };
  return [
    {
      ...{ title: 'Company', kind: 'name' },
      cell: ({ slug, name }) =>
        html`<a href="${base}/companies/${encodeURIComponent(slug!)}">${named(name!)}</a>`,
    },
    ...columns.map((name) => all[name]),
  ];
}
