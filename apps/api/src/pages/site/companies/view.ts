import {
  asChoices,
  checks,
  column,
  filters,
  html,
  input,
  isWide,
  otherProblems,
  pager,
  pagesAround,
  select,
  table,
  type Column,
  type Markup,
} from '@dossier/pages';
import type { CompanySummary, Sort } from '../../../resources/company-search/contract.ts';
import { CURRENCY } from '../../../charts/points.ts';
import { amount, day, named } from '../../../views/words.ts';
import { addressOf, withoutPlace } from '../list/view.ts';
import { columns as titles, type ColumnName } from './contract.ts';
import { figureOf } from './figures.ts';

/** The contents of the page. */
export interface CompaniesPage {
  base: string;
  publicUrl: string;
  /** What the form sent, without empty fields. */
  sent: Record<string, string>;
  columns: ColumnName[];
  problems: Record<string, string>;
  categories: { name: string; slug: string }[];
  countries: string[];
  sentence: string;
  companies: CompanySummary[];
  total: number;
  /** Whether at least `total` companies match, and perhaps more. */
  isLeast: boolean;
  next: string | null;
  previous: string | null;
}

/** The button is above the table too, so that nobody must pass all rows to reach it. */
const COMPARE = 'Compare the chosen companies';

/** Returns the body of the page. */
export function viewCompanies(page: CompaniesPage): Markup {
  const { base, sentence, companies, next, previous, problems } = page;
  const to = (changes: Record<string, string | undefined>, path = '/companies') =>
    addressWith(page, changes, path);
  const isWrong = Object.keys(problems).length > 0;
  const form = viewForm(page);
  return html`<h1>Companies</h1>
    ${otherProblems(problems, form)} ${form}
    ${
      !isWrong &&
      html`<p role="status">${sentence} ${countInWords(page)}.</p>
        <div class="actions screen">
          <a href="${to({ count: undefined }, '/companies.csv')}" rel="nofollow" download>All rows as CSV</a>
          ${page.isLeast && html`<a href="${to({ count: 'exact' })}" rel="nofollow">Count all</a>`}
          ${viewFollow(page)} ${companies.length > 0 && html`<button form="compare">${COMPARE}</button>`}
          ${viewRequest(page)}
        </div>
        ${table('Companies', companies, viewColumns(page), { scrolls: isWide(page.columns) })}
        ${
          companies.length > 0 &&
          html`<form id="compare" class="actions screen" action="${base}/compare">
            <button>${COMPARE}</button>
            <button formaction="${base}/console/lists">Follow them as a list</button>
          </form>`
        }
        ${pager(pagesAround(previous !== null && to({ page_before: previous }), next !== null && to({ page_after: next })))}`
    }`;
}

const countInWords = ({ total, isLeast }: CompaniesPage): string => {
  if (isLeast) return `At least ${total.toLocaleString('en')} companies`;
  return total === 1 ? '1 company' : `${total.toLocaleString('en')} companies`;
};

/** Returns the address of a page with the same filter and columns. */
const addressWith = (
  { base, sent, columns }: CompaniesPage,
  changes: Record<string, string | undefined>,
  path = '/companies',
): string =>
  addressOf(base + path, withoutPlace(sent), {
    ...(path === '/companies' && { columns: columns.join(',') }),
    ...changes,
  });

function viewForm({ base, sent, problems, categories, countries, columns }: CompaniesPage): Markup {
  const field = (name: string, label: string) => ({
    name,
    label,
    value: sent[name],
    problem: problems[name],
  });
  const range = (name: string, label: string) =>
    html`${input(field(`${name}_gte`, `${label} from`))} ${input(field(`${name}_lte`, `${label} to`))}`;
  const any = { value: '', text: 'Any' };
  return filters({
    action: `${base}/companies`,
    title: 'Filters, order and columns',
    button: 'Show companies',
    isOpen: Object.keys(problems).length > 0,
    fields: [
      html`${input({ ...field('name', 'Name'), hint: 'The beginning of a name' })}
      ${select({
        ...field('category', 'Category'),
        choices: [any, ...categories.map(({ name, slug }) => ({ value: slug, text: name }))],
      })}
      ${select({
        ...field('country', 'Country'),
        choices: [any, ...asChoices(countries)],
      })}
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
          { value: 'founded', text: 'Founded last first' },
          { value: 'updated_at', text: 'Changed last first' },
          { value: 'country', text: 'By country' },
          { value: 'type', text: 'By type' },
        ],
      })}
      ${checks(
        'columns',
        'Columns',
        Object.entries(titles).map(([value, text]) => ({
          ...{ value, text },
          checked: columns.includes(value as ColumnName),
        })),
      )}`,
    ],
  });
}

/** Returns the link that makes a list of the companies of a filter. */
function viewFollow({ base, sent }: CompaniesPage): Markup | false {
  const { sort: _, count: _count, ...filter } = withoutPlace(sent);
  if (Object.keys(filter).length === 0) return false;
  const query = new URLSearchParams({ filter: new URLSearchParams(filter).toString() });
  return html`<a href="${`${base}/console/lists?${query}`}" rel="nofollow">Follow as a list</a>`;
}

/** Returns the API request for what the page shows. */
function viewRequest({ publicUrl, sent }: CompaniesPage): Markup {
  const query = new URLSearchParams({ ...withoutPlace(sent), page_size: '100' });
  const address = `${publicUrl}/api/v1/search/companies/?${query}`;
  return html`<details>
    <summary>As an API request</summary>
    <pre tabindex="0" aria-label="A request with curl">
curl -H "Authorization: Token $KEY" '${address.replaceAll("'", '%27')}'</pre>
  </details>`;
}

function viewColumns(page: CompaniesPage): Column<CompanySummary>[] {
  const { base, sent, columns } = page;
  const by = (sort: Sort, direction: 'ascending' | 'descending') => ({
    href: addressWith(page, { sort }),
    direction: sent['sort'] === sort ? direction : undefined,
  });
  const figure = (metric: 'valuation' | 'revenue' | 'total_funding'): Column<CompanySummary> => ({
    title: titles[metric],
    kind: 'number',
    cell: (company) => {
      const found = figureOf(company, metric);
      return found && amount(found.value!, CURRENCY);
    },
    sort: by(metric, 'descending'),
  });
  const text = (title: string, cell: Column<CompanySummary>['cell']): Column<CompanySummary> => ({
    ...{ title, cell, kind: 'wide' },
  });
  const all: Record<ColumnName, Column<CompanySummary>> = {
    type: {
      ...text(titles.type, ({ type }) => (type === 'public' ? 'Public' : 'Private')),
      sort: by('type', 'ascending'),
    },
    country: {
      ...text(
        titles.country,
        ({ headquarters }) => headquarters?.country != null && named(headquarters.country),
      ),
      sort: by('country', 'ascending'),
    },
    founded: {
      ...{ title: titles.founded, kind: 'number', sort: by('founded', 'descending') },
      cell: ({ founding_year }) => founding_year,
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
    changed: {
      ...{ title: titles.changed, kind: 'day', sort: by('updated_at', 'descending') },
      cell: ({ updated_at }) => day(updated_at!),
    },
  };
  return [
    column.name(
      'Company',
      ({ slug, name }) =>
        html`<input
            class="screen"
            type="checkbox"
            form="compare"
            name="companies"
            value="${slug}"
            aria-label="${name}"
          />
          <a href="${base}/companies/${encodeURIComponent(slug!)}">${named(name!)}</a>`,
    ),
    ...columns.map((name) => all[name]),
  ];
}
