import { column, html } from '@dossier/pages';
import type { FilingOfCompany } from '@dossier/shared';
import { listFilings } from '../../../resources/filings/contract.ts';
import { routes } from '../../../resources/filings/routes.ts';
import { filingPageUrl } from '../../../views/links.ts';
import { day, named } from '../../../views/words.ts';
import { COMPANY, type ListPage } from '../list/declare.ts';
import { routeOf } from '../list/routes.ts';
import { companyLink } from './cells.ts';

/** The list of one company does not repeat it. */
type Row = Omit<FilingOfCompany, 'company'> & Partial<Pick<FilingOfCompany, 'company'>>;

export const filings: ListPage<Row> = {
  path: '/filings',
  title: 'Filings',
  nouns: ['filing', 'filings'],
  about: 'filings',
  tag: 'Filings',
  name: 'FilingsList',
  list: routeOf(routes, listFilings),
  rows: 'filings',
  always: { page_size: 50 },
  controls: [COMPANY, { name: 'filing_type', label: 'Type', hint: 'Such as 10-K' }],
  window: {
    from: 'updated_at_gte',
    to: 'updated_at_lte',
    of: () => ({ table: 'filings', column: 'updated_at' }),
  },
  intro: (isSorted) =>
    html`<p>
      The days are those on which this service received a filing, or a change of it.
      ${isSorted && 'Newer filings come first.'}
    </p>`,
  order: (a, b) => b.filed_at.localeCompare(a.filed_at),
  companiesOf: ({ company }) => (company ? [company.id] : []),
  columns: (seen) => [
    column.name(
      'Filing',
      ({ id, name }) => html`<a href="${filingPageUrl(seen.base, id)}">${named(name)}</a>`,
    ),
    column.wide('Company', ({ company }) => company && companyLink(seen, company.id)),
    column.wide('Type', ({ type }) => named(type)),
    column.day('Filed', ({ filed_at }) => day(filed_at)),
  ],
  entry: ({ id, name, company, updated_at }, { base }) => ({
    id: `filings/${id}`,
    title: company ? `${company.name}: ${name}` : name,
    href: filingPageUrl(base, id),
    updated: updated_at,
  }),
};
