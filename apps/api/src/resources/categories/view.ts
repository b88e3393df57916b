import { categoryItem, type CategoryItem } from '@dossier/shared';
import { jsonFor, type Db, type Json } from '@dossier/store';
import { documentFields } from '../../views/companies.ts';

const [companyItem, documentItem] = categoryItem.options;

/** Returns the company or document of a row of `page`, as SQL. */
export const viewItem = (db: Db): Json<CategoryItem> =>
  jsonFor(db).byText<CategoryItem>('page.kind', { company: viewCompany(db), document: viewDocument(db) });

function viewCompany(db: Db): Json<CategoryItem> {
  const json = jsonFor(db);
  return json.one(
    db('companies').where('companies.id', db.ref('page.id')),
    json.object(companyItem, {
      type: 'page.kind',
      id: 'companies.id',
      slug: 'companies.slug',
      title: 'companies.name',
      description: 'companies.description',
      published_at: 'page.published_at',
      meta: json.object(companyItem.shape.meta, {
        domain: 'companies.domain',
        logo: json.stored('companies.logo_json'),
      }),
    }),
  );
}

function viewDocument(db: Db): Json<CategoryItem> {
  const json = jsonFor(db);
  const { link } = documentFields(db);
  return json.one(
    db('documents').where('documents.id', db.ref('page.id')),
    json.object(documentItem, {
      type: 'page.kind',
      id: 'documents.id',
      slug: 'documents.slug',
      title: 'documents.title',
      description: 'documents.preview_description',
      published_at: 'page.published_at',
      meta: json.object(documentItem.shape.meta, {
        doc_type: 'documents.type',
        document_type: 'documents.type',
        pdf_url: link,
        preview_image: json.placeholder('picture', 'documents.preview_image'),
      }),
    }),
  );
}

/** Returns the specification's offset pagination. */
export function viewOffsetPagination(limit: number, offset: number, total: number) {
  return { limit, offset, total, next_offset: offset + limit < total ? offset + limit : null };
}
