import { column } from '@dossier/pages';
import { companySource, type CompanyChange, type CompanySource } from '@dossier/shared';
import { getCompanies } from '../../../resources/companies/contract.ts';
import { routes } from '../../../resources/companies/routes.ts';
import { day, words } from '../../../views/words.ts';
import type { ListPage } from '../list/declare.ts';
import { routeOf } from '../list/routes.ts';
import { companyLink, companyPath } from './cells.ts';

/** The sources in words. */
const SAID = new Map(companySource.options.map((source) => [source, words(source)]));
const said = (sources: readonly CompanySource[]): string =>
  sources.map((source) => SAID.get(source)).join(', ');

export const changes: ListPage<CompanyChange> = {
  path: '/changes',
  title: 'Changes',
  nouns: ['company', 'companies'],
  about: 'the companies that changed',
  tag: 'Companies',
  name: 'ChangesList',
  list: routeOf(routes, getCompanies),
  rows: 'companies',
  always: { mode: 'sync', page_size: 100 },
  controls: [
    {
      name: 'sources',
      label: 'What changed',
      choices: [{ value: '', text: 'Anything' }, ...[...SAID].map(([value, text]) => ({ value, text }))],
    },
  ],
  window: {
    from: 'updated_at_gte',
    to: 'updated_at_lte',
    of: () => ({ table: 'companies', column: 'updated_at' }),
  },
  order: (a, b) => b.updated_at.localeCompare(a.updated_at) || a.id - b.id,
  companiesOf: ({ id }) => [id],
  columns: (seen) => [
    column.name('Company', ({ id }) => companyLink(seen, id)),
    column.wide('What changed', ({ sources }) => (sources.length === 0 ? 'The company' : said(sources))),
    column.day('Last change', ({ updated_at }) => day(updated_at)),
  ],
  entry: ({ id, name, sources, updated_at }, seen) => ({
    id: `companies/${id}/changed/${updated_at}`,
    title: sources.length === 0 ? name : `${name}: ${said(sources)}`,
    href: companyPath(seen, id),
    updated: updated_at,
  }),
};
