import { domainInput, recordKinds, slugInput } from '@dossier/shared';
import { z } from 'zod';
import { originFields } from '../../fields/origin.ts';
import { toSlug } from '../../fields/slug.ts';
import { text } from '../../fields/values.ts';
import { columnWhere } from '../../stored/rows.ts';
import type { Kind } from '../kind.ts';
import { categorySearchDocuments } from './search.ts';
import { categoryStatements } from './statements.ts';

const record = z.strictObject({
  name: text.max(200),
  slug: slugInput.optional(),
  /** Any domains of the companies. A list replaces the one that the source stated before. */
  companies: z.array(domainInput).max(100_000).nullish(),
  /** The slugs of the documents. A list replaces the one that the source stated before. */
  documents: z.array(slugInput).max(100_000).nullish(),
  source: originFields.source,
  as_of: originFields.as_of,
});
export type CategoryRecord = z.output<typeof record>;

/** Categories with their companies and documents. Natural key: the slug. A name finds its category too. */
export const categoryKind: Kind<typeof record> = {
  name: 'category',
  plural: recordKinds.category.plural,
  record,
  rules: 'categories',
  statements: categoryStatements,
  storage: {
    table: 'categories',
    key: ['slug'],
    ofCompany: false,
    parts: [
      {
        name: 'companies',
        table: 'company_categories',
        record: 'category_id',
        columns: ['domain'],
        of: { table: 'companies', by: 'company_id' },
      },
      {
        name: 'documents',
        table: 'document_categories',
        record: 'category_id',
        columns: ['slug'],
        of: { table: 'documents', by: 'document_id' },
      },
    ],
  },
  names: { companies: 'company', documents: 'document' },
  namedBy: {
    // The slug of a category may differ from the slug of its name.
    namesOf: async (trx, ids) =>
      new Set([
        ...(await columnWhere(trx, 'categories.slug', 'id', ids)),
        ...(await columnWhere(trx, 'categories.name', 'id', ids)).map(toSlug),
      ]),
    fold: toSlug,
  },
  nameOf: ({ name, slug }) => ({ name, slug }),
  searchDocuments: categorySearchDocuments,
};
