import { column, html } from '@dossier/pages';
import { documentTypeNames, type GlobalDocumentItem } from '@dossier/shared';
import { listDocuments } from '../../../resources/documents/list/contract.ts';
import { routes } from '../../../resources/documents/list/routes.ts';
import { documentWebUrl } from '../../../views/links.ts';
import { day, named } from '../../../views/words.ts';
import { COMPANY, type ListPage } from '../list/declare.ts';
import { routeOf } from '../list/routes.ts';
import { companyLinks } from './cells.ts';

/** The list of one company does not repeat the companies. */
type Row = Omit<GlobalDocumentItem, 'companies'> & Partial<Pick<GlobalDocumentItem, 'companies'>>;

export const research: ListPage<Row> = {
  path: '/research',
  title: 'Research',
  nouns: ['document', 'documents'],
  about: 'research documents',
  tag: 'Documents',
  name: 'ResearchList',
  list: routeOf(routes, listDocuments),
  rows: 'documents',
  always: { page_size: 100 },
  controls: [
    COMPANY,
    {
      name: 'type',
      label: 'Type',
      choices: [
        { value: '', text: 'Any' },
        ...Object.entries(documentTypeNames).map(([value, text]) => ({ value, text })),
      ],
    },
  ],
  companiesOf: ({ companies = [] }) => companies.map(({ id }) => id),
  columns: (seen) => [
    column.name(
      'Document',
      ({ slug, title }) => html`<a href="${documentWebUrl(seen.base, slug)}">${named(title)}</a>`,
    ),
    column.wide('Companies', ({ companies = [] }) =>
      companyLinks(
        seen,
        companies.slice(0, 6).map(({ id }) => id),
      ),
    ),
    column.wide('Type', ({ type }) => documentTypeNames[type]),
    column.day('Published', ({ published_at }) => day(published_at)),
  ],
  entry: ({ id, title, slug, updated_at }, { base }) => ({
    id: `documents/${id}`,
    title,
    href: documentWebUrl(base, slug),
    updated: updated_at,
  }),
};
